import type { Context } from '../context.ts'
import { listNames } from '../features/operations/games/rules.ts'
import type { GameFile } from './load.ts'

/** A name of a game as the name of a file: `My first game` is `my-first-game`. */
const asFileName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

interface Game {
  id: number
  name: string
}

/** The one with its id, or the first with its name. */
function fileOf(files: GameFile[], { id, name }: Game): GameFile | undefined {
  const find = (wanted: string) => files.find(({ game }) => game === wanted)
  return find(String(id)) ?? find(name) ?? find(asFileName(name))
}

/** Which file is for which game. */
export class GameFiles {
  readonly #context: Context
  readonly #main: GameFile | undefined
  readonly #of_games: GameFile[]
  #by_game = new Map<number, GameFile | undefined>()
  #reading: Promise<void> | undefined

  constructor(context: Context, files: GameFile[]) {
    this.#context = context
    this.#main = files.find(({ game }) => game === undefined)
    this.#of_games = files.filter(({ game }) => game !== undefined)
  }

  get all(): GameFile[] {
    return [...(this.#main ? [this.#main] : []), ...this.#of_games]
  }

  /** A file for a game that does not exist yet waits for it. */
  async read(): Promise<void> {
    const games = await listNames(this.#context.db)
    this.#by_game = new Map(
      games.map((game) => [game.id, fileOf(this.#of_games, game) ?? this.#main]),
    )
  }

  /** Undefined: the game has no code. A game that was created since is looked up at once. */
  find(game_id: number): GameFile | undefined | Promise<GameFile | undefined> {
    if (this.#of_games.length === 0 || this.#by_game.has(game_id)) return this.findKnown(game_id)
    this.#reading ??= this.read().finally(() => (this.#reading = undefined))
    return this.#reading.then(() => this.findKnown(game_id))
  }

  /** The same without a look-up: for a game that nobody has asked about yet it is the file for all games. */
  findKnown(game_id: number): GameFile | undefined {
    if (this.#of_games.length === 0) return this.#main
    return this.#by_game.has(game_id) ? this.#by_game.get(game_id) : this.#main
  }
}
