import { defineGame } from 'playkeep/game'

/** Nobody drives from one checkpoint to the next in less time, not even with every boost. */
const FASTEST_MS = [9_200, 11_800, 8_400, 12_600]
/** How long the requests at the start and at the finish may take. */
const NETWORK_MS = 3_000

/** The time from each checkpoint to the next, in ms. */
const timesOf = (metadata: Record<string, unknown> | null = {}): number[] =>
  [metadata?.['checkpoints']].flat().filter((ms) => typeof ms === 'number')

/** Every round is a lap. Its score is the time in ms, its metadata has the checkpoints. */
export default defineGame({
  before: {
    'rounds.create': ({ input, now, refuse }) => {
      if (input.score !== undefined || input.end_time != null)
        refuse('A lap begins without a score.', { code: 'lap_not_driven' })
      input.start_time = now.toISOString()
    },

    'rounds.change': ({ input, now, refuse }) => {
      const times = timesOf(input.metadata)
      if (times.length !== FASTEST_MS.length)
        refuse('Send the time from each checkpoint to the next.', { code: 'no_checkpoints' })
      if (times.some((ms, index) => ms < (FASTEST_MS[index] ?? 0)))
        refuse('No car is that fast.', { code: 'impossible_lap' })
      if (input.score !== times.reduce((sum, ms) => sum + ms, 0))
        refuse('The score must be the sum of the checkpoints.', { code: 'wrong_score' })
      delete input.start_time
      input.end_time = now.toISOString()
    },

    'leaderboards.addEntry': ({ refuse }) =>
      refuse('Only a finished lap is added to a leaderboard.', { code: 'lap_not_driven' }),
  },

  after: {
    'rounds.change': async ({ answer, player, tx, refuse }) => {
      const { start_time, end_time, score = 0 } = answer
      const passed_ms = Date.parse(end_time ?? '') - Date.parse(start_time)
      if (!(Math.abs(passed_ms - score) <= NETWORK_MS))
        refuse('The lap took longer or shorter than you say.', { code: 'wrong_clock' })
      await tx.leaderboards.add(player, 'laps', score)
    },
  },
})
