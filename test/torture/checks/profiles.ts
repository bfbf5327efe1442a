import { broken, type Evidence, lost, type Problem, Tally } from '../comparison.ts'

interface Attributes {
  game_user_attributes: { key: string; value: string }[]
}

/** A player's score is the sum of the acknowledged additions. */
export async function checkScores(evidence: Evidence): Promise<Problem[]> {
  const tally = new Tally()
  const name = (player: number) => `score of user ${player}`
  for (const act of evidence.acts('score')) {
    tally.expect(name(act.player), evidence.isCertain(act), act.deed.score)
  }
  for (const { id, token } of evidence.history.cast.players) {
    const path = `/users/${id}?with_full_data=false`
    const { score } = await evidence.reader.get<{ score: number }>(path, token)
    tally.find(name(id), score)
  }
  return tally.problems()
}

/** Each key exists once, with a value that may have been written last. */
export async function checkAttributes(evidence: Evidence): Promise<Problem[]> {
  const writes = Map.groupBy(
    evidence.acts('set_attribute', 'remove_attribute'),
    ({ player, deed }) => `${player} ${deed.name}`,
  )
  const written = new Set(evidence.acts('set_attribute').map(({ deed }) => deed.name))
  const problems: Problem[] = []
  for (const { id, token } of evidence.history.cast.players) {
    const path = `/users/${id}/game_user_attributes`
    const { game_user_attributes } = await evidence.reader.get<Attributes>(path, token)
    const values = new Map(game_user_attributes.map(({ key, value }) => [key, value]))
    if (values.size < game_user_attributes.length) problems.push(broken(`user ${id}: a key twice`))
    for (const name of new Set([...values.keys(), ...written])) {
      const last = evidence.lastOf(writes.get(`${id} ${name}`) ?? [])
      const allowed = last.map((act) => (act?.deed.kind === 'set_attribute' ? act.key : undefined))
      const found = values.get(name)
      if (allowed.includes(found)) continue
      const what = `attribute ${name} of user ${id}: ${found}, written last by ${allowed.join(' or ')}`
      problems.push(lost(what))
    }
  }
  return problems
}
