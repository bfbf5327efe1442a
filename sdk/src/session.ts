import type { Connection } from './connection.ts'
import type { OwnUser } from './contract/types.ts'
import { notSignedIn } from './errors.ts'
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
export const idOf = (one: number | { id: number }) => (typeof one === 'number' ? one : one.id)

/** The signed-in player. Their address is `display_email`; `email` is one for the system. */
export type OwnPlayer = Omit<OwnUser, 'authentication_token' | 'email'>

/** Who is signed in, kept in the storage. */
export class Session {
  readonly #connection: Connection
  readonly #storage: Storage
  readonly #key: string
  #player: OwnPlayer | undefined
  readonly #listeners = new Set<() => void>()

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

  /** Called when another player, or nobody, is signed in. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Random, and created once: it is the password of this device's guest. */
  async deviceId(): Promise<string> {
    const key = `${this.#key}:device`
    const known = await this.#storage.getItem(key)
    if (known) return known
    const created = randomText()
    await this.#storage.setItem(key, created)
    return created
  }

  /** What was stored by an earlier run. False: nobody is signed in. */
  async load(): Promise<boolean> {
    if (this.#player) return true
    const text = await this.#storage.getItem(this.#key)
    if (!text) return false
    try {
      const { token, player } = JSON.parse(text)
      this.#connection.token = token
      this.#player = player
    } catch {
      // Somebody else wrote there.
      return false
    }
    this.#tell()
    return true
  }

  /** After a sign-in, and with every answer that shows the player anew. */
  async begin({ authentication_token: token, ...player }: OwnUser): Promise<OwnPlayer> {
    const is_other = this.#player?.id !== player.id
    if (token) this.#connection.token = token
    this.#player = player
    await this.#storage.setItem(
      this.#key,
      JSON.stringify({ token: this.#connection.token, player }),
    )
    if (is_other) this.#tell()
    return player
  }

  /** Of the same player only. */
  async update(user: OwnUser): Promise<void> {
    if (user.id === this.#player?.id) await this.begin(user)
  }

  /** The server does not know this token any more. Meanwhile, somebody else may have signed in. */
  async endOf(token: string | undefined): Promise<void> {
    if (token !== undefined && token === this.#connection.token) await this.end()
  }

  async end(): Promise<void> {
    if (!this.#player) return
    this.#connection.token = undefined
    this.#player = undefined
    await this.#storage.removeItem(this.#key)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
