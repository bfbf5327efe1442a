import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eventList } from '../event-types.ts'
import { type CheckedCode, checkDefinition } from './check-definition.ts'
import { registerOwnModules } from './own-modules.ts'
import { GameCodeProblem } from './problem.ts'

/** One file of game code. */
export interface GameFile extends CheckedCode {
  /** `game`, or `games/` with the id or the name of the game. */
  name: string
  path: string
  /** The id or the name of its game. Undefined: it is for all games that have no file of their own. */
  game: string | undefined
}

/** The line of the source that has this text. */
function lineOf(path: string, named: string): number | undefined {
  const lines = readFileSync(path, 'utf8').split('\n')
  const quoted = [`'${named}'`, `"${named}"`, `\`${named}\``, `${named}:`]
  const index = lines.findIndex((line) => quoted.some((text) => line.includes(text)))
  return index === -1 ? undefined : index + 1
}

function failAt(path: string, reason: string, named?: string): never {
  const line = named === undefined ? undefined : lineOf(path, named)
  throw new GameCodeProblem(line === undefined ? path : `${path}:${line}`, reason)
}

/** A stack names files by their URLs. */
export function decoded(stack: string): string {
  try {
    return decodeURI(stack)
  } catch {
    return stack
  }
}

/** The first line of a stack that is in the folder of the code, or that Node prints before the error of a file it cannot read. */
function placeOf(error: Error, folder: string): string | undefined {
  const lines = decoded(error.stack ?? '').split('\n')
  const inside = lines.find((line) => line.includes(folder))
  return /(?:file:\/\/)?(\/[^()]*?:\d+)(?::\d+)?/.exec(inside ?? '')?.[1]
}

function explainFailure(error: unknown, path: string, folder: string): GameCodeProblem {
  if (!(error instanceof Error)) return new GameCodeProblem(path, `it threw ${String(error)}`)
  const reason = error.message.replaceAll('file://', '')
  const advice = /Cannot find module '\.|Cannot find module '\//.test(reason)
    ? ' Write imports of your own files with their extension, such as ./rules.ts.'
    : ''
  return new GameCodeProblem(placeOf(error, folder) ?? path, `${error.name}: ${reason}${advice}`)
}

async function loadFile(folder: string, path: string, game: string | undefined): Promise<GameFile> {
  let module: { default?: unknown }
  try {
    module = await import(pathToFileURL(path).href)
  } catch (error) {
    throw explainFailure(error, path, folder)
  }
  const event_names: string[] = eventList.map(({ name }) => name)
  const code = checkDefinition(module.default, event_names, (reason, named) =>
    failAt(path, reason, named),
  )
  return { ...code, path, game, name: game === undefined ? 'game' : `games/${game}` }
}

const SOURCES = ['.ts', '.mts', '.js', '.mjs']
const isSource = (name: string) => SOURCES.includes(extname(name)) && !/\.(test|d)\.\w+$/.test(name)

/** A route is one address for all games of the server, so its fields are the same in all of them. */
function refuseOtherFields(file: GameFile, files: GameFile[]): void {
  for (const [name, { body }] of file.routes)
    for (const other of files)
      if (JSON.stringify(other.routes.get(name)?.body ?? body) !== JSON.stringify(body))
        failAt(
          file.path,
          `the route "${name}" has other fields in ${other.path}: give it the same fields, or another name`,
          name,
        )
}

/** `game.ts` is for all games, `games/7.ts` and `games/my-game.ts` are for one. */
export async function loadGameCode(given: string): Promise<GameFile[]> {
  if (!existsSync(given))
    throw new GameCodeProblem(
      resolve(given),
      'this folder does not exist. GAME_CODE or --game must name the folder of the game code; playkeep init creates one.',
    )
  // As in the stacks of errors.
  const folder = realpathSync(given)
  if (!statSync(folder).isDirectory())
    throw new GameCodeProblem(folder, 'this is a file. GAME_CODE or --game must name its folder.')
  registerOwnModules()
  const main = SOURCES.map((extension) => join(folder, `game${extension}`)).find(existsSync)
  const games_folder = join(folder, 'games')
  const of_games = existsSync(games_folder)
    ? readdirSync(games_folder).filter(isSource).toSorted()
    : []
  const files: GameFile[] = []
  if (main) files.push(await loadFile(folder, main, undefined))
  for (const name of of_games)
    files.push(await loadFile(folder, join(games_folder, name), basename(name, extname(name))))
  if (files.length === 0)
    throw new GameCodeProblem(folder, 'there is neither a game.ts nor a file in games/.')
  for (const file of files) refuseOtherFields(file, files)
  const twice = files.find(({ name }, index) => files.findIndex((one) => one.name === name) < index)
  if (twice) throw new GameCodeProblem(twice.path, `there are two files for ${twice.name}.`)
  return files
}
