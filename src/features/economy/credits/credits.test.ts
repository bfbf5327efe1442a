import { expect } from 'vitest'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { verifyLedger } from './rules.ts'

const MOST = 9_007_199_254_740_991

const ledgerOf = statement<
  { user_id: number },
  { change: number; balance_after: number; reason: string; reference: string | null }
>(`
  select change, balance_after, reason, reference from credit_ledger where user_id = :user_id order by id`)

const ledger = ({ context }: World, player: Player) =>
  context.db.all(ledgerOf, { user_id: player.id })

onEachEngine('credits are added to and set, and the ledger knows each change', async (world) => {
  const player = await world.player()
  expect((await player.post(player.at('add_credits'), { credits: 100 })).body).toMatchObject({
    credits: 100,
    id: player.id,
  })
  expect((await player.post(player.at('add_credits'), { credits: -30 })).body.credits).toBe(70)
  expect((await player.post(player.at('set_credits'), { credits: 500 })).body.credits).toBe(500)
  expect(await ledger(world, player)).toMatchObject([
    { change: 100, balance_after: 100, reason: 'added' },
    { change: -30, balance_after: 70, reason: 'added' },
    { change: 430, balance_after: 500, reason: 'set' },
  ])
})

onEachEngine(
  'a score or credits that are missing, no whole number or out of range are 400, and nothing changes',
  async (world) => {
    const player = await world.player({ credits: 10 })
    await player.post(player.at('set_score'), { score: 7 })
    for (const field of ['score', 'credits']) {
      for (const value of [
        undefined,
        null,
        'many',
        '',
        1.5,
        '1.5',
        true,
        [],
        {},
        2 ** 53,
        -(2 ** 53),
        1e300,
        '9007199254740992',
      ]) {
        for (const verb of ['add', 'set']) {
          const reply = await player.post(player.at(`${verb}_${field}`), { [field]: value })
          expect([verb, field, value, reply.status]).toEqual([verb, field, value, 400])
          expect(reply.text).toContain(field)
        }
      }
    }
    expect((await player.post(player.at('add_score'), { score: MOST })).status).toBe(400)
    expect((await player.post(player.at('add_credits'), { credits: MOST })).status).toBe(400)
    expect(
      (await player.post(player.at('add_credits'), { credits: -11 })).headers.get('x-error-code'),
    ).toBe('out_of_range')
    expect((await player.post(player.at('set_credits'), { credits: -1 })).status).toBe(400)
    expect(await player.profile()).toMatchObject({ credits: 10, score: 7 })
    expect(await ledger(world, player)).toHaveLength(1)
  },
)

onEachEngine("another user's score and credits are out of reach: 401", async (world) => {
  const [player, other] = [await world.player(), await world.player({ credits: 5 })]
  const stranger = await (await world.otherGame()).player()
  for (const id of [other.id, stranger.id, 'abc', 0]) {
    for (const [path, body] of [
      ['add_score', { score: 1 }],
      ['set_score', { score: 1 }],
      ['add_credits', { credits: 1 }],
      ['set_credits', { credits: 1 }],
    ] as const) {
      expect([id, (await player.post(`/users/${id}/${path}`, body)).status]).toEqual([id, 401])
    }
  }
  expect((await world.visitor.post(player.at('add_score'), { score: 1 })).status).toBe(401)
  expect(await other.profile()).toMatchObject({ credits: 5, score: 0 })
})

onEachEngine(
  'credits that are added, set and taken at once still add up in the ledger',
  async (world) => {
    const player = await world.player({ credits: 50 })
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0
          ? player.post(player.at('set_credits'), { credits: index })
          : player.post(player.at('add_credits'), { credits: index % 2 ? -20 : 7 }),
      ),
    )
    const rows = await ledger(world, player)
    const { credits } = await player.profile()
    expect(rows.reduce((sum, { change }) => sum + change, 0)).toBe(credits)
    expect(rows.at(-1)?.balance_after).toBe(credits)
    expect(rows.every(({ balance_after }) => balance_after >= 0)).toBe(true)
  },
)

onEachEngine('an addition repeated with the same Idempotency-Key counts once', async (world) => {
  const player = await world.player()
  const headers = { 'idempotency-key': 'once' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      player.post(player.at('add_credits'), { credits: 5 }, headers),
    ),
  )
  expect(replies.map(({ body }) => body.credits)).toEqual(replies.map(() => 5))
  expect((await player.profile()).credits).toBe(5)
})

onEachEngine(
  'the verification finds a user whose credits are not the sum of the ledger, and by how much',
  async (world) => {
    const player = await world.player({ credits: 10 })
    const mine = async () =>
      (await verifyLedger(world.context)).wrong.filter(({ user_id }) => user_id === player.id)
    expect(await mine()).toEqual([])
    const cheat = statement<{ id: number }>(`update users set credits = credits + 7 where id = :id`)
    await world.context.db.transaction((tx) => tx.run(cheat, { id: player.id }))
    expect(await mine()).toEqual([
      { user_id: player.id, game_id: world.game.id, credits: 17, ledger: 10 },
    ])
  },
)
