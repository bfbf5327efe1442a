import { game } from './client.ts'
import { finishMatch, leaveMatch, onStart, sendScore } from './match.ts'
import { attempt, byId, onClick, setText, showScreen, showTab } from './page.ts'
import { currentRound, play } from './stage.ts'
import type { Round } from './round.ts'

const options = new URLSearchParams(location.search)
/** For tests, and for the impatient: `?round_seconds=5&seed=1`. */
const SECONDS = Number(options.get('round_seconds') ?? 25)
const SEED = options.get('seed')

async function countDown(): Promise<void> {
  showTab('play')
  showScreen('countdown')
  for (const text of ['3', '2', '1']) {
    setText('count', text)
    await new Promise((resolve) => setTimeout(resolve, SECONDS < 10 ? 150 : 600))
  }
  showScreen('playing')
}

function showResult({ score, stars, best_streak }: Round): void {
  setText('final-score', score)
  setText('earned', stars)
  setText('final-streak', best_streak)
  showScreen('result')
  byId('again', HTMLElement).focus()
}

/** With `later`, a round without a network is not lost: it is sent when there is one again, once and in this order. */
async function saveRewards({ score, stars }: Round): Promise<void> {
  await game.later.leaderboards.add({ leaderboard_name: 'best', score })
  await game.later.leaderboards.add({ leaderboard_name: 'weekly', score })
  if (score > 0) await game.later.scores.add(score)
  if (stars > 0) await game.later.credits.add(stars)
}

async function playAlone(): Promise<void> {
  if (!game.player) await game.playAsGuest()
  const start_time = new Date().toISOString()
  await countDown()
  const round = await play(Number(SEED ?? Math.random() * 1e9), SECONDS)
  showResult(round)
  const { score, stars, best_streak } = round
  await game.later.rounds.create({
    game_type: 'solo',
    score,
    start_time,
    end_time: new Date().toISOString(),
    metadata: { stars, best_streak },
  })
  await saveRewards(round)
}

/** The id of the match is the seed: everyone has the same sky. */
async function playMatch(match_id: number): Promise<void> {
  await countDown()
  const timer = setInterval(() => sendScore(currentRound()?.score ?? 0), 1000)
  const round = await play(Number(SEED ?? match_id), SECONDS)
  clearInterval(timer)
  showResult(round)
  await finishMatch(round.score)
  await saveRewards(round)
}

export function startGame(): void {
  onStart((match_id) => void attempt(() => playMatch(match_id)))
  onClick(byId('play', HTMLElement), playAlone)
  onClick(byId('again', HTMLElement), playAlone)
  onClick(byId('home', HTMLElement), async () => leaveMatch())
}
