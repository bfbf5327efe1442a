import { type Comparison, lost, type Problem, Tally, violation } from '../comparison.ts'
import type { PlayerAccount } from '../history.ts'
import type { Reader } from '../reader.ts'

export interface Round {
  id: number
  score?: number
  place?: number
  metadata: { key?: string } | null
}

/** All rounds of a player, read in pages. */
async function listRounds(reader: Reader, { id, token }: PlayerAccount): Promise<Round[]> {
  const rounds: Round[] = []
  for (let before_id = Number.MAX_SAFE_INTEGER; ;) {
    const path = `/game_rounds?user_id=${id}&before_id=${before_id}`
    const { game_rounds } = await reader.get<{ game_rounds: Round[] }>(path, token)
    rounds.push(...game_rounds)
    const last = game_rounds.at(-1)
    if (!last) return rounds
    before_id = last.id
  }
}

export async function listAllRounds({ history, reader }: Comparison): Promise<Round[]> {
  const rounds: Round[] = []
  for (const player of history.fixture.players) rounds.push(...(await listRounds(reader, player)))
  return rounds
}

/** Every acknowledged round exists once, with a score that may have been written last, and deleted rounds do not exist. */
export async function checkRounds(comparison: Comparison, rounds: Round[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const by_id = new Map(rounds.map((round) => [round.id, round]))
  const created = comparison.results('play')
  const changes = Map.groupBy(comparison.results('change_round'), ({ action }) => action.round)
  const deletions = Map.groupBy(comparison.results('delete_round'), ({ action }) => action.round)

  for (const result of created) {
    const { id } = result.answer
    if (id === undefined) continue
    const found = by_id.get(id)
    const own_deletions = deletions.get(id) ?? []
    const name = `round ${id} (${result.key})`
    const must_exist = comparison.isCertain(result) && own_deletions.length === 0
    const must_be_deleted = own_deletions.some(comparison.isCertain)
    if (found && must_be_deleted) problems.push(lost(`deletion of ${name}`))
    if (!found && must_exist) problems.push(lost(name))
    if (!found) continue
    const scores = comparison
      .lastOf([result, ...(changes.get(id) ?? [])])
      .map((last) => last?.action.score)
    if (!scores.includes(found.score)) {
      const what = `round ${id}: score ${found.score}, acknowledged ${scores.join(' or ')}`
      problems.push(lost(what))
    }
  }

  const tally = new Tally()
  for (const { key } of created) tally.expect(`round of ${key}`, false)
  for (const { metadata } of rounds) tally.find(`round of ${metadata?.key}`)
  return [...problems, ...tally.problems()]
}

interface Ranked {
  id: number
  place?: number
  score?: number
}

/** Best score first; equal scores are ordered by id and share a place. */
function rankByScore(rounds: Round[]): Ranked[] {
  const sorted = rounds.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.id - b.id)
  return sorted.map(({ id, score = 0 }) => ({
    id,
    place: 1 + sorted.filter((other) => (other.score ?? 0) > score).length,
    score,
  }))
}

const formatRanking = (ranked: Ranked[]) =>
  ranked.map(({ id, place, score }) => `${place}. ${id} (${score})`).join(', ')

/** The rankings of every match are its rounds sorted by score, and each match was created by one action. */
export async function checkRankings(comparison: Comparison, rounds: Round[]): Promise<Problem[]> {
  const { history, reader } = comparison
  const { game_id, founder } = history.fixture
  const by_id = new Map(rounds.map((round) => [round.id, round]))
  const matches = await reader.rows(
    `select id from multiplayer_game_rounds where game_id = ${game_id}`,
  )
  const match_rounds = await reader.rows(`
    select rounds.id, rounds.multiplayer_game_round_id as match from game_rounds as rounds
      join multiplayer_game_rounds as matches on matches.id = rounds.multiplayer_game_round_id
     where matches.game_id = ${game_id}`)
  const rounds_of = Map.groupBy(match_rounds, ({ match }) => Number(match))
  const tally = new Tally()
  for (const result of comparison.results('play')) {
    const { multiplayer_game_round_id: id } = result.answer
    if (!id || result.action.match !== undefined) continue
    tally.expect(`match ${id}`, comparison.isCertain(result))
  }
  // Nobody knows the match of an action that got no answer, so nobody else has joined it.
  const unanswered = new Set(
    comparison
      .results('play')
      .filter(({ outcome, action }) => outcome === 'unknown' && action.match === undefined)
      .map(({ key }) => key),
  )
  for (const { id, match } of match_rounds) {
    const key = by_id.get(Number(id))?.metadata?.key
    if (key !== undefined && unanswered.has(key)) tally.expect(`match ${Number(match)}`, false)
  }

  const problems: Problem[] = []
  for (const match of matches) {
    const id = Number(match.id)
    tally.find(`match ${id}`)
    const expected = rankByScore(
      (rounds_of.get(id) ?? []).flatMap((round) => by_id.get(Number(round.id)) ?? []),
    )
    const path = `/multiplayer_game_rounds/${id}`
    const { rankings } = await reader.get<{ rankings: Ranked[] }>(path, founder.token)
    const [actual_text, expected_text] = [formatRanking(rankings), formatRanking(expected)]
    if (actual_text !== expected_text) {
      problems.push(violation(`match ${id}: API ranks ${actual_text}, expected ${expected_text}`))
    }
    for (const { id: round, place } of expected) {
      const actual = by_id.get(round)?.place
      if (actual === place) continue
      problems.push(violation(`round ${round}: place ${actual}, expected ${place}`))
    }
  }
  return [...problems, ...tally.problems()]
}
