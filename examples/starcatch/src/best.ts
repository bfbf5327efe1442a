import { competition, game, isMe } from './client.ts'
import { attempt, make, showList } from './page.ts'

/** So many of the newest rounds are looked at. */
const LOOKED_AT = 200
const SHOWN = 5

async function showOwnRounds(): Promise<void> {
  if (!game.player) return
  const rounds = []
  for await (const round of game.rounds.of(game.player)) {
    if (rounds.push(round) === LOOKED_AT) break
  }
  const best = rounds
    .filter(({ end_time }) => end_time)
    .sort((one, other) => (other.score ?? 0) - (one.score ?? 0))
    .slice(0, SHOWN)
  const rows = best.map(({ score = 0, game_type, end_time }) => {
    const day = new Date(end_time ?? 0).toLocaleDateString(undefined, { dateStyle: 'medium' })
    const what = game_type === 'match' ? 'Match' : 'Alone'
    return make(
      'li',
      '',
      make('b', 'points', `${score}`),
      make('span', 'grow', what),
      make('small', '', day),
    )
  })
  showList('own-rounds', rows, 'Your rounds appear here. Play one!')
}

async function showLeaderboard(name: string, id: string): Promise<void> {
  const entries = await game.leaderboards.entries(name, { one_per_user: true, limit: 10 })
  const rows = entries.map(({ username, score, game_user_id }, index) =>
    make(
      'li',
      isMe(game_user_id) ? 'me' : '',
      make('b', 'place', `${index + 1}`),
      make('span', 'grow name', username),
      make('b', 'points', `${score}`),
    ),
  )
  showList(id, rows, 'Nobody has played yet.')
}

async function showRatings(): Promise<void> {
  const { ranking } = await competition.ratings.best({ game_type: 'match', per_page: 10 })
  const rows = ranking.map(({ rank, rating, user }) =>
    make(
      'li',
      isMe(user.id) ? 'me' : '',
      make('b', 'place', `${rank ?? '–'}`),
      make('span', 'grow name', user.username),
      make('b', 'points', `${rating}`),
    ),
  )
  showList('ratings', rows, 'Matches against others are rated.')
}

export async function loadBest(): Promise<void> {
  await Promise.all([
    showOwnRounds(),
    showLeaderboard('weekly', 'weekly'),
    showLeaderboard('best', 'leaderboard'),
    showRatings(),
  ])
}

export function startBest(): void {
  // After a round, its score changes the player's: then the round has arrived, too.
  game.events.on('score.changed', () => void attempt(loadBest))
  game.events.on('rating.changed', () => void attempt(loadBest))
  // No event tells of the scores of others.
  document
    .querySelector('nav [data-opens=best]')
    ?.addEventListener('click', () => void attempt(loadBest))
}
