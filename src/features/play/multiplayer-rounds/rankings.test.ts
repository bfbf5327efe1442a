import fc from 'fast-check'
import { expect } from 'vitest'
import { SEED } from '../../../../test/support/random.ts'
import { entryAt, placesAndScores, createRound } from '../../../../test/support/rounds.ts'
import { onEachEngine, sendUntilServed } from '../../../../test/support/world.ts'

const PATH = '/game_rounds'
const AT_ONCE = 20

onEachEngine(
  'after 200 concurrent updates the rankings are right and each player sees their own place',
  async (world) => {
    const players = await world.players(200)
    const { id: first_id, multiplayer_game_round_id } = await createRound(entryAt(players, 0), {
      multiplayer: true,
    })
    const ids = [first_id]
    // Not all at once, which on a busy machine could be answered with 503.
    while (ids.length < players.length) {
      const next = players.slice(ids.length, ids.length + AT_ONCE)
      const rounds = next.map((player) => createRound(player, { multiplayer_game_round_id }))
      ids.push(...(await Promise.all(rounds)).map(({ id }) => id))
    }
    const score = (index: number) => (index * 37) % 150

    const replies = await Promise.all(
      players.map((player, index) =>
        sendUntilServed(() => player.put(`${PATH}/${ids[index]}`, { score: score(index) })),
      ),
    )

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const expected = sorted(
      players.map((player, index) => ({ id: ids[index], score: score(index), user_id: player.id })),
    )
    const pages = await Promise.all(
      [1, 2].map((page) =>
        entryAt(players, 0).get(
          `/multiplayer_game_rounds/${multiplayer_game_round_id}?page=${page}`,
        ),
      ),
    )
    expect(placesAndScores(pages.flatMap(({ body }) => body.rankings))).toEqual(expected)

    for (const position of [0, 99, 100, 150, 199]) {
      const [place, , user_id] = expected[position] ?? []
      const index = players.findIndex(({ id }) => id === user_id)
      const { body } = await entryAt(players, index).get(`${PATH}/${ids[index]}`)
      const rankings =
        position < 100 ? expected.slice(0, 100) : [...expected.slice(0, 100), expected[position]]
      expect([body.place, placesAndScores(body.rankings)]).toEqual([place, rankings])
    }
    const visitor = await world.player()
    expect((await visitor.get(`${PATH}/${ids[0]}`)).body.rankings).toHaveLength(100)
  },
)

interface Model {
  id: number
  score?: number | undefined
  user_id: number
}

/** The expected rankings: sorted by score and id, with places counted one by one. */
function sorted(rounds: Model[]) {
  const value = ({ score }: Model) => score ?? -Infinity
  return rounds
    .toSorted((a, b) => (value(a) === value(b) ? a.id - b.id : value(b) - value(a)))
    .map(({ score, user_id }) => {
      const better = rounds.filter((round) => score !== undefined && value(round) > score)
      return [score === undefined ? undefined : 1 + better.length, score, user_id]
    })
}

const scores = fc.option(
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e6, max: 1e6, noNaN: true })).map(
    // JSON has no minus zero.
    (score) => score + 0,
  ),
  { nil: undefined },
)
const actor = fc.nat({ max: 3 })
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('create' as const), actor, score: scores }),
    fc.record({ kind: fc.constant('update' as const), actor, which: fc.nat(), score: scores }),
    fc.record({ kind: fc.constant('delete' as const), actor, which: fc.nat() }),
  ),
  { minLength: 5, maxLength: 25, size: 'max' },
)

onEachEngine(
  'after any sequence of creates, updates and deletes the rankings are the scores, sorted',
  async (world) => {
    const players = await world.players(4)
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const { id, multiplayer_game_round_id } = await createRound(entryAt(players, 0), {
          multiplayer: true,
        })
        let model: Model[] = [{ id, user_id: entryAt(players, 0).id }]
        for (const step of plan) {
          const player = entryAt(players, step.actor)
          const fields = 'score' in step && step.score !== undefined ? { score: step.score } : {}
          if (step.kind === 'create') {
            const made = await createRound(player, { multiplayer_game_round_id, ...fields })
            model.push({ id: made.id, user_id: player.id, ...fields })
            continue
          }
          const round = model[step.which % model.length]
          if (!round) continue
          const is_owner = round.user_id === player.id
          if (step.kind === 'update') {
            const reply = await player.put(`${PATH}/${round.id}`, fields)
            const allowed = is_owner || step.actor === 0
            expect(reply.status).toBe(allowed ? 200 : 401)
            if (allowed) Object.assign(round, fields)
          } else {
            expect((await player.delete(`${PATH}/${round.id}`)).status).toBe(is_owner ? 200 : 401)
            if (is_owner) model = model.filter((other) => other !== round)
          }
        }
        const { body } = await entryAt(players, 1).get(
          `/multiplayer_game_rounds/${multiplayer_game_round_id}`,
        )
        const expected = sorted(model)
        expect(placesAndScores(body.rankings)).toEqual(expected)
        for (const [index, entry] of body.rankings.entries()) {
          const read = await entryAt(players, 2).get(`${PATH}/${entry.id}`)
          expect([read.body.place, placesAndScores(read.body.rankings)]).toEqual([
            expected[index]?.[0],
            expected,
          ])
        }
      }),
      { numRuns: 30, seed: SEED },
    )
  },
)
