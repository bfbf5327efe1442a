import { type Comparison, lost, type Problem, Tally, violation } from '../comparison.ts'

interface Attributes {
  game_user_attributes: { key: string; value: string }[]
}

/** A player's score is the sum of the acknowledged additions. */
export async function checkScores(comparison: Comparison): Promise<Problem[]> {
  const tally = new Tally()
  const name = (player: number) => `score of user ${player}`
  for (const result of comparison.results('score')) {
    tally.expect(name(result.player), comparison.isCertain(result), result.action.score)
  }
  for (const { id, token } of comparison.history.fixture.players) {
    const path = `/users/${id}?with_full_data=false`
    const { score } = await comparison.reader.get<{ score: number }>(path, token)
    tally.find(name(id), score)
  }
  return tally.problems()
}

/** Each attribute exists once, with a value that may have been written last. */
export async function checkAttributes(comparison: Comparison): Promise<Problem[]> {
  const writes = Map.groupBy(
    comparison.results('set_attribute', 'remove_attribute'),
    ({ player, action }) => `${player} ${action.name}`,
  )
  const written = new Set(comparison.results('set_attribute').map(({ action }) => action.name))
  const problems: Problem[] = []
  for (const { id, token } of comparison.history.fixture.players) {
    const path = `/users/${id}/game_user_attributes`
    const { game_user_attributes } = await comparison.reader.get<Attributes>(path, token)
    const values = new Map(game_user_attributes.map(({ key, value }) => [key, value]))
    if (values.size < game_user_attributes.length) {
      problems.push(violation(`user ${id} has an attribute twice`))
    }
    for (const name of new Set([...values.keys(), ...written])) {
      const last = comparison.lastOf(writes.get(`${id} ${name}`) ?? [])
      const allowed = last.map((result) =>
        result?.action.kind === 'set_attribute' ? result.key : undefined,
      )
      const found = values.get(name)
      if (allowed.includes(found)) continue
      const what = `attribute ${name} of user ${id}: ${found}, acknowledged ${allowed.join(' or ')}`
      problems.push(lost(what))
    }
  }
  return problems
}
