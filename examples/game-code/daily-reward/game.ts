import { defineGame, type GameTransaction, type Player } from 'playkeep/game'

const DAY_MS = 24 * 60 * 60 * 1000

/** It grows for a week, and stays as it is from then on. */
const creditsOn = (day_in_a_row: number) => 10 * Math.min(day_in_a_row, 7)

async function readState({ player, tx, now }: { player: Player; tx: GameTransaction; now: Date }) {
  const today = Math.floor(now.getTime() / DAY_MS)
  const last_day = Number((await tx.storage.get('reward_day', player)) ?? 0)
  const days = Number((await tx.storage.get('reward_streak', player)) ?? 0)
  const is_taken = last_day === today
  const streak = is_taken || last_day === today - 1 ? days : 0
  return {
    today,
    streak,
    is_taken,
    next_credits: creditsOn(streak + 1),
    next_at: new Date((is_taken ? today + 1 : today) * DAY_MS),
  }
}

export default defineGame({
  routes: {
    'GET /daily_reward': {
      summary: 'How many days in a row, and what the next reward is',
      handler: async (call) => {
        const { today: _today, ...state } = await readState(call)
        return state
      },
    },

    'POST /daily_reward': {
      summary: 'Take the reward of today',
      handler: async (call) => {
        const { player, tx, refuse } = call
        const { today, streak, is_taken, next_credits } = await readState(call)
        if (is_taken) refuse('Come back tomorrow.', { code: 'reward_taken' })
        await tx.storage.set('reward_day', today, player)
        await tx.storage.set('reward_streak', streak + 1, player)
        const credits = await tx.credits.add(player, next_credits, `day ${streak + 1} in a row`)
        return { streak: streak + 1, reward: next_credits, credits }
      },
    },
  },
})
