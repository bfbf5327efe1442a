import type { Member } from '../history.ts'
import { broken, type Evidence, lost, type Problem, Tally } from '../comparison.ts'
import type { Reader } from '../reader.ts'

export interface Round {
  id: number
  score?: number
  place?: number
  metadata: { key?: string } | null
}

/** All rounds of a player, read in pages. */
async function listRounds(reader: Reader, { id, token }: Member): Promise<Round[]> {
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

export async function listAllRounds({ history, reader }: Evidence): Promise<Round[]> {
  const rounds: Round[] = []
  for (const player of history.cast.players) rounds.push(...(await listRounds(reader, player)))
  return rounds
}

/** Every acknowledged round is there once, with a score that may have been written last, and deleted rounds are gone. */
export async function checkRounds(evidence: Evidence, rounds: Round[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const by_id = new Map(rounds.map((round) => [round.id, round]))
  const made = evidence.acts('play')
  const changes = Map.groupBy(evidence.acts('change_round'), ({ deed }) => deed.round)
  const deletions = Map.groupBy(evidence.acts('delete_round'), ({ deed }) => deed.round)

  for (const act of made) {
    const { id } = act.answer
    if (id === undefined) continue
    const found = by_id.get(id)
    const gone = deletions.get(id) ?? []
    const name = `round ${id} (${act.key})`
    if (found && gone.some(evidence.isCertain)) problems.push(lost(`deletion of ${name}`))
    const must_stay = evidence.isCertain(act) && gone.length === 0
    if (!found && must_stay) problems.push(lost(name))
    if (!found) continue
    const scores = evidence
      .lastOf([act, ...(changes.get(id) ?? [])])
      .map((last) => last?.deed.score)
    if (!scores.includes(found.score)) {
      const what = `round ${id}: score ${found.score}, acknowledged ${scores.join(' or ')}`
      problems.push(lost(what))
    }
  }

  const once = new Tally()
  for (const { key } of made) once.expect(`round of ${key}`, false)
  for (const { metadata } of rounds) once.find(`round of ${metadata?.key}`)
  return [...problems, ...once.problems()]
}

interface Ranked {
  id: number
  place?: number
  score?: number
}

/** Best score first; equal scores are ordered by id and share a place. */
function sortPlainly(rounds: Round[]): Ranked[] {
  const sorted = rounds.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.id - b.id)
  return sorted.map(({ id, score = 0 }) => ({
    id,
    place: 1 + sorted.filter((other) => (other.score ?? 0) > score).length,
    score,
  }))
}

const show = (ranked: Ranked[]) =>
  ranked.map(({ id, place, score }) => `${place}. ${id} (${score})`).join(', ')

/** The rankings of every match are its rounds sorted by score, and each match was created by one acknowledged act. */
export async function checkRankings(evidence: Evidence, rounds: Round[]): Promise<Problem[]> {
  const { history, reader } = evidence
  const { game_id, founder } = history.cast
  const by_id = new Map(rounds.map((round) => [round.id, round]))
  const matches = await reader.rows(
    `select id from multiplayer_game_rounds where game_id = ${game_id}`,
  )
  const members = await reader.rows(`
    select rounds.id, rounds.multiplayer_game_round_id as match from game_rounds as rounds
      join multiplayer_game_rounds as matches on matches.id = rounds.multiplayer_game_round_id
     where matches.game_id = ${game_id}`)
  const rounds_of = Map.groupBy(members, ({ match }) => Number(match))
  const tally = new Tally()
  for (const act of evidence.acts('play')) {
    const { multiplayer_game_round_id: id } = act.answer
    if (id && act.deed.match === undefined) tally.expect(`match ${id}`, evidence.isCertain(act))
  }

  const problems: Problem[] = []
  for (const match of matches) {
    const id = Number(match.id)
    tally.find(`match ${id}`)
    const plain = sortPlainly(
      (rounds_of.get(id) ?? []).flatMap((member) => by_id.get(Number(member.id)) ?? []),
    )
    const path = `/multiplayer_game_rounds/${id}`
    const { rankings } = await reader.get<{ rankings: Ranked[] }>(path, founder.token)
    if (show(rankings) !== show(plain)) {
      problems.push(broken(`match ${id}: ranked ${show(rankings)}, sorted ${show(plain)}`))
    }
    for (const { id: round, place } of plain) {
      if (by_id.get(round)?.place === place) continue
      problems.push(broken(`round ${round}: place ${by_id.get(round)?.place}, not ${place}`))
    }
  }
  return [...problems, ...tally.problems()]
}
