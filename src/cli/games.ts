import {
  allGames,
  changeGame,
  createGame,
  rotateGameToken,
} from '../features/operations/games/rules.ts'
import { PRESETS, readPermissions, serverAttributePrefix } from '../access/permissions.ts'
import { limits } from '../limits.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { withContext } from './with-context.ts'
import { say } from './say.ts'

function describePermissions(text: string): string {
  const { preset, routes = {} } = readPermissions(text)
  const rules = Object.keys(routes).length
  const prefix = serverAttributePrefix(text)
  return [
    `preset ${preset}`,
    ...(rules > 0 ? [`rules for ${rules} routes`] : []),
    ...(prefix ? [`server attributes ${prefix}*`] : []),
  ].join(', ')
}

export const listGames = () =>
  withContext(async (context) => {
    const games = await allGames(context)
    if (games.length === 0) say`There are no games yet. Create one with: playkeep create-game NAME`
    for (const game of games) {
      const { id, name, players, ranking_order, permissions } = game
      const state = [
        game.requires_verified_email === 1 ? ', verified email required' : '',
        game.share_player_emails === 1 ? ', emails shared' : '',
        game.enabled === 1 ? '' : ', switched off',
      ].join('')
      say`${String(id).padStart(6)}  ${name}  (${players} players, ranking ${ranking_order}, ${describePermissions(permissions)}${state})`
    }
  })

export async function createGameCommand(args: string[]): Promise<void> {
  const [name, description = ''] = readArguments(args, {}).positionals
  if (!name) throw new UsageProblem('The NAME of the game is missing.')
  await withContext(async (context) => {
    const { id, token } = await createGame(context, { name, description })
    say`game_id     ${id}\ngame_token  ${token}\n\nStore the token now: it is not shown again.`
  })
}

export async function rotateToken(args: string[]): Promise<void> {
  const id = readId('GAME_ID', readArguments(args, {}).positionals[0])
  await withContext(async (context) => {
    const { token } = await rotateGameToken(context, id)
    say`game_id     ${id}\ngame_token  ${token}\n\nThe old token no longer works. Store the new one now: it is not shown again.`
  })
}

function readOnOff(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  if (value !== 'on' && value !== 'off') throw new UsageProblem(`--${name} must be on or off.`)
  return value === 'on'
}

function readRankingOrder(value: string | undefined): 'ascending' | 'descending' | undefined {
  if (value === undefined || value === 'ascending' || value === 'descending') return value
  throw new UsageProblem('--ranking-order must be ascending or descending.')
}

function readPreset(name: string | undefined) {
  if (name === undefined) return undefined
  const preset = PRESETS.find((known) => known === name)
  if (!preset) throw new UsageProblem(`--preset must be one of ${PRESETS.join(', ')}.`)
  return preset
}

function readPrefix(prefix: string | undefined): string | undefined {
  const max = limits.attribute_key_characters.value
  if (prefix === undefined || prefix.length <= max) return prefix
  throw new UsageProblem(`--server-attribute-prefix must have at most ${max} characters.`)
}

function readVariable(pair: string) {
  const separator = pair.indexOf('=')
  if (separator < 1) throw new UsageProblem('--variable must be KEY=VALUE.')
  return { key: pair.slice(0, separator), value: pair.slice(separator + 1) }
}

export async function setGame(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values, positionals } = readArguments(args, {
    name: text,
    description: text,
    enabled: text,
    'ranking-order': text,
    'share-player-emails': text,
    'require-verified-email': text,
    preset: text,
    'server-attribute-prefix': text,
    variable: { type: 'string', multiple: true },
  })
  const id = readId('GAME_ID', positionals[0])
  if (Object.keys(values).length === 0)
    throw new UsageProblem('Give at least one option, such as --name TEXT.')
  const changes = {
    name: values.name,
    description: values.description,
    enabled: readOnOff('enabled', values.enabled),
    ranking_order: readRankingOrder(values['ranking-order']),
    share_player_emails: readOnOff('share-player-emails', values['share-player-emails']),
    requires_verified_email: readOnOff('require-verified-email', values['require-verified-email']),
    variables: values.variable?.map(readVariable),
    preset: readPreset(values.preset),
    server_attribute_prefix: readPrefix(values['server-attribute-prefix']),
  }
  await withContext(async (context) => void (await changeGame(context, id, changes)))
  say`Game ${id} has been changed.`
}
