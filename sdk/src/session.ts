import type { Connection } from './connection.ts'
import type { OwnUser } from './contract/types.ts'
import { notSignedIn } from './errors.ts'
import { callAll, listen } from './listeners.ts'
import { randomText } from './waits.ts'

/** Where the client keeps texts: `localStorage`, React Native's `AsyncStorage`, or your own. */
export interface Storage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): unknown
  removeItem(key: string): unknown
}

/** Lost when the page or the program ends. */
export function memoryStorage(): Storage {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  }
}

/** Some browsers forbid even to look for it. */
export function defaultStorage(): Storage {
  try {
    const { localStorage } = globalThis
    // Node 25 has one that cannot be used without a setting.
    return typeof localStorage?.getItem === 'function' ? localStorage : memoryStorage()
  } catch {
    return memoryStorage()
  }
}

/** A player, or the id of one. An entry on a leaderboard has a username, too, but its id is not that of the player. */
export type PlayerOrId = number | { id: number; username: string; game_user_id?: never }
export const idOf = (one: number | { id: number }) => (typeof one === 'object' ? one.id : one)

/** The signed-in player. Their address is `display_email`; `email` is one for the system. */
export type OwnPlayer = Omit<OwnUser, 'authentication_token' | 'email'>

/** Who is signed in, kept in the storage. */
export class Session {
  readonly #connection: Connection
  readonly #storage: Storage
  readonly #key: string
  #player: OwnPlayer | undefined
  #is_of_device = false
  readonly #listeners = new Set<(value: undefined) => void>()
  readonly #update_listeners = new Set<(value: undefined) => void>()

  constructor(connection: Connection, storage: Storage, key: string) {
    this.#connection = connection
    this.#storage = storage
    this.#key = key
  }

  get player(): OwnPlayer | undefined {
    return this.#player
  }

  /** The id of the signed-in player. */
  me(): number {
    if (!this.#player) throw notSignedIn()
    return this.#player.id
  }

  /** Called when somebody signs in or out. */
  onChange = (listener: () => void) => listen(this.#listeners, () => listener())

  /** Called when something about the player has changed, too. */
  onUpdate = (listener: () => void) => listen(this.#update_listeners, () => listener())

  /** Random, and created once: it is the password of this device's guest. */
  async deviceId(): Promise<string> {
    const key = `${this.#key}:device`
    const known = await this.#storage.getItem(key)
    if (known) return known
    const created = randomText()
    await this.#storage.setItem(key, created)
    return created
  }

  /** An account that was a guest of this device must not come back without its password. Guests have nothing else. */
  async forgetDevice(): Promise<void> {
    if (this.#is_of_device && this.#player?.display_email)
      await this.#quietly(() => this.#storage.removeItem(`${this.#key}:device`))
  }

  /** What was stored by an earlier run. False: nobody is signed in. */
  async load(): Promise<boolean> {
    if (this.#player) return true
    const text = await this.#storage.getItem(this.#key)
    if (!text) return false
    try {
      const { token, player, is_of_device } = JSON.parse(text)
      this.#connection.token = token
      this.#player = player
      this.#is_of_device = is_of_device === true
    } catch {
      // Somebody else wrote there.
      return false
    }
    this.#tell()
    return true
  }

  /** Somebody has signed in, perhaps with the id of the device. */
  begin(
    { authentication_token: token, ...player }: OwnUser,
    is_of_device = false,
  ): Promise<OwnPlayer> {
    this.#is_of_device = is_of_device
    this.#connection.token = token ?? undefined
    this.#player = player
    this.#tell()
    return this.#keep(player)
  }

  /** An answer shows the player anew. `used` is the token it was asked with: meanwhile, somebody else may have signed in. */
  async update({ authentication_token: token, ...player }: OwnUser, used: string | undefined) {
    if (token === used && player.id === this.#player?.id) await this.#show(player, used)
  }

  /** An answer shows how many credits the player has. */
  async updateCredits(credits: number, used: string | undefined): Promise<void> {
    if (this.#player) await this.#show({ ...this.#player, credits }, used)
  }

  async #show(player: OwnPlayer, used: string | undefined): Promise<void> {
    if (used !== this.#connection.token) return
    const is_new = JSON.stringify(player) !== JSON.stringify(this.#player)
    this.#player = player
    if (is_new) callAll(this.#update_listeners, undefined)
    // Reading the storage takes a moment, in which somebody else may have signed in.
    const stored = await this.#storedToken()
    if (stored === used && used === this.#connection.token) await this.#keep(player)
  }

  /** The server does not know this token any more. */
  async endOf(used: string | undefined): Promise<void> {
    if (used !== undefined && used === this.#connection.token) await this.end()
  }

  /** Returns the token, which the server still knows. */
  async end(): Promise<string | undefined> {
    const { token } = this.#connection
    if (!this.#player) return undefined
    this.#connection.token = undefined
    this.#player = undefined
    this.#tell()
    // Another tab may have stored another session.
    if ((await this.#storedToken()) === token)
      await this.#quietly(() => this.#storage.removeItem(this.#key))
    return token
  }

  async #storedToken(): Promise<unknown> {
    const text = await this.#quietly(() => this.#storage.getItem(this.#key))
    try {
      return JSON.parse(text ?? '{}').token
    } catch {
      return undefined
    }
  }

  async #keep(player: OwnPlayer): Promise<OwnPlayer> {
    const { token } = this.#connection
    const text = JSON.stringify({ token, player, is_of_device: this.#is_of_device })
    await this.#quietly(() => this.#storage.setItem(this.#key, text))
    return player
  }

  /** What is done is done, even if the storage is full: then it is forgotten with the page. */
  async #quietly<T>(work: () => T): Promise<Awaited<T> | undefined> {
    try {
      return await work()
    } catch {
      return undefined
    }
  }

  #tell(): void {
    callAll(this.#listeners, undefined)
    callAll(this.#update_listeners, undefined)
  }
}
