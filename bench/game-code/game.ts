// For `npm run bench -- --game-code bench/game-code --scenario add_score`: what a check before an operation costs.
import { defineGame } from 'playkeep/game'

const MOST = 1_000_000

export default defineGame({
  before: {
    'scores.add': ({ input, refuse }) => {
      if (input.score > MOST) refuse('Nobody scores that much.')
    },
  },
})
