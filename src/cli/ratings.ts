import { recountRatings } from '../features/play/rating-recounts/rules.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { formatNumber, withProgress } from './progress.ts'
import { printable, say } from './say.ts'
import { withContext } from './with-context.ts'

type Recounts = ReturnType<typeof recountRatings>
type Recounted = Recounts extends AsyncGenerator<infer R> ? R : never
type Difference = Recounted['shown'][number]

const describe = (rating: Difference['stored']) =>
  rating === null
    ? 'no rating'
    : `${rating.mu.toFixed(4)} ± ${rating.sigma.toFixed(4)} after ${rating.rounds} rounds`

function report(recounted: Recounted, is_applied: boolean): void {
  const { game_type, rounds, players, wrong_ratings, wrong_changes, shown } = recounted
  for (const { user_id, stored, recounted: right } of shown)
    say`✗ User ${user_id}: ${describe(stored)} is stored, but the rounds give ${describe(right)}`
  if (wrong_ratings > shown.length) say`… and ${formatNumber(wrong_ratings - shown.length)} more`
  const outcome = is_applied ? 'corrected' : 'differ'
  say`${game_type}: ${formatNumber(rounds)} rounds and ${formatNumber(players)} players recounted, ${formatNumber(wrong_ratings)} ratings and ${formatNumber(wrong_changes)} rows of the history ${outcome}`
}

export async function ratingsCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    game: { type: 'string' },
    'game-type': { type: 'string' },
    apply: { type: 'boolean' },
  })
  if (positionals[0] !== 'recount') throw new UsageProblem('The first argument must be recount.')
  if (positionals.length > 1) throw new UsageProblem('There is an argument too many.')
  const { 'game-type': game_type, apply: is_applied = false } = values
  const game_id = readId('--game', values.game)
  await withContext((context) =>
    withProgress('Recounting', async (onProgress) => {
      const progress = (type: string, rounds: number) =>
        onProgress(printable(type), rounds, 'rounds')
      const wanted = { game_id, game_type, is_applied, onProgress: progress }
      for await (const recounted of recountRatings(context, wanted)) {
        report(recounted, is_applied)
        const is_wrong = recounted.wrong_ratings + recounted.wrong_changes > 0
        if (is_wrong && !is_applied) process.exitCode = 1
      }
    }),
  )
}
