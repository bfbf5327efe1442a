import { defineGame, type GameTransaction } from 'playkeep/game'

const PRIZES = [500, 300, 200, 100, 100, 50, 50, 50, 50, 50]
const DAY_MS = 24 * 60 * 60 * 1000

/** The day on which its week began. */
function mondayOf(time: Date): string {
  const days_since = (time.getUTCDay() + 6) % 7
  return new Date(time.getTime() - days_since * DAY_MS).toISOString().slice(0, 10)
}

const boardOf = (monday: string) => `weekly ${monday}`
const lastMonday = (now: Date) => mondayOf(new Date(now.getTime() - 7 * DAY_MS))

interface Prize {
  game: number
  player: number
  rank: number
  monday: string
}

const isPrize = (payload: unknown): payload is Prize =>
  typeof payload === 'object' && payload !== null && 'monday' in payload

/** The places are decided once, however often this runs, and told to all. Each prize is a job of its own. */
async function closeWeek(tx: GameTransaction, game: number, monday: string): Promise<void> {
  if ((await tx.storage.get(`winners ${monday}`)) !== undefined) return
  const winners = await tx.leaderboards.top(boardOf(monday), PRIZES.length)
  const names = winners.map(({ username }) => username)
  await tx.storage.set(`winners ${monday}`, names)
  for (const [index, { game_user_id: player }] of winners.entries())
    await tx.enqueue('prize', { game, player, rank: index + 1, monday })
  if (names.length > 0)
    await tx.messages.announce(`The best of last week: ${names.slice(0, 3).join(', ')}.`)
}

/** A job may run again, so it remembers what it has paid. */
async function pay(tx: GameTransaction, { player: id, rank, monday }: Prize): Promise<void> {
  const key = `prize ${monday}`
  if (!(await tx.players.get({ id })) || (await tx.storage.get(key, { id }))) return
  await tx.storage.set(key, rank, { id })
  await tx.credits.add({ id }, PRIZES[rank - 1] ?? 0, `rank ${rank} of the week`)
}

export default defineGame({
  before: {
    // Players write to `weekly`. Each week has a leaderboard of its own: it begins empty, and the old ones stay.
    'leaderboards.addEntry': ({ input, now, refuse }) => {
      if (input.leaderboard_name.startsWith(boardOf('')))
        refuse('Scores count for this week: add them to weekly.', { code: 'not_this_week' })
      if (input.leaderboard_name === 'weekly') input.leaderboard_name = boardOf(mondayOf(now))
    },
  },

  routes: {
    'GET /weekly': {
      summary: 'The leaderboard of this week, and the winners of the last one',
      handler: async ({ tx, now }) => ({
        leaderboard_name: boardOf(mondayOf(now)),
        winners: (await tx.storage.get(`winners ${lastMonday(now)}`)) ?? [],
      }),
    },
  },

  jobs: {
    // One for each winner: whoever cannot be paid, such as a player with the most credits there are, keeps nobody from theirs.
    prize: {
      run: async ({ games, payload }) => {
        if (!isPrize(payload)) return
        const prize = payload
        const game = games.find(({ id }) => id === prize.game)
        await game?.transaction((tx) => pay(tx, prize))
      },
    },
    // It looks every night: what goes wrong on Monday is made good on Tuesday.
    'weekly prizes': {
      cron: '0 0 * * *',
      run: async ({ games, now }) => {
        for (const game of games)
          await game.transaction((tx) => closeWeek(tx, game.id, lastMonday(now)))
      },
    },
  },
})
