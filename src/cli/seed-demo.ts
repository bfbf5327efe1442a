import type { Context } from '../context.ts'
import { fillWithDemoData } from '../features/operations/demo-data/rules.ts'
import { createGame } from '../features/operations/games/rules.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { formatNumber, withProgress } from './progress.ts'
import { say } from './say.ts'
import { withContext } from './with-context.ts'

const DEFAULT_NAME = 'Demo'
const DESCRIPTION = 'Invented data, to look around'

async function createDemoGame(context: Context, name: string): Promise<number> {
  const { id, token } = await createGame(context, { name, description: DESCRIPTION })
  say`game_id     ${id}\ngame_token  ${token}\n\nStore the token now: it is not shown again.\n`
  return id
}

export async function seedDemo(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values, positionals } = readArguments(args, { game: text, name: text })
  if (positionals.length > 0) throw new UsageProblem('Name the game with --game GAME_ID.')
  if (values.game !== undefined && values.name !== undefined)
    throw new UsageProblem('Give --game or --name, not both.')
  const id = values.game === undefined ? undefined : readId('GAME_ID', values.game)
  await withContext(async (context) => {
    const game_id = id ?? (await createDemoGame(context, values.name ?? DEFAULT_NAME))
    const filled = await withProgress('Writing', (onProgress) =>
      fillWithDemoData(context, game_id, onProgress),
    )
    say`Game ${game_id} has a month of demo data: ${formatNumber(filled.players)} players, ${formatNumber(filled.game_rounds)} rounds, ${filled.groups} groups, ${formatNumber(filled.messages)} messages and ${formatNumber(filled.purchases)} purchases.`
    say`All players but the guests can sign in with the password ${filled.players_password}, such as ${filled.username}.`
  })
}
