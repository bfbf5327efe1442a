import { expect } from 'vitest'
import { NOT_SAFE_INTEGERS } from '../../../../test/support/integers.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { verifyLedger } from './rules.ts'

const listLedger = statement<
  { user_id: number },
  { change: number; balance_after: number; reason: string; reference: string | null }
>(`
  select change, balance_after, reason, reference from credit_ledger where user_id = :user_id order by id`)

const ledger = ({ context }: World, player: Player) =>
  context.db.all(listLedger, { user_id: player.id })

onEachEngine(
  'adding and setting credits changes the balance and writes a ledger row each time',
  async (world) => {
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
  },
)

onEachEngine(
  'credits that are missing, not a whole number or out of range are 400 and change nothing',
  async (world) => {
    const player = await world.player({ credits: 10 })
    for (const credits of NOT_SAFE_INTEGERS) {
      for (const route of ['add_credits', 'set_credits']) {
        const reply = await player.post(player.at(route), { credits })
        expect([route, credits, reply.status]).toEqual([route, credits, 400])
        expect(reply.text).toContain('credits')
      }
    }
    for (const credits of [Number.MAX_SAFE_INTEGER, -11]) {
      const reply = await player.post(player.at('add_credits'), { credits })
      expect([reply.status, reply.headers.get('x-error-code')]).toEqual([400, 'out_of_range'])
    }
    expect((await player.post(player.at('set_credits'), { credits: -1 })).status).toBe(400)
    expect((await player.profile()).credits).toBe(10)
    expect(await ledger(world, player)).toHaveLength(1)
  },
)

onEachEngine("another user's credits cannot be changed: 401", async (world) => {
  const [player, other] = [await world.player(), await world.player({ credits: 5 })]
  const stranger = await (await world.otherGame()).player()
  for (const id of [other.id, stranger.id, 'abc', 0]) {
    for (const route of ['add_credits', 'set_credits']) {
      const reply = await player.post(`/users/${id}/${route}`, { credits: 1 })
      expect([id, route, reply.status]).toEqual([id, route, 401])
    }
  }
  expect((await world.visitor.post(player.at('add_credits'), { credits: 1 })).status).toBe(401)
  expect((await other.profile()).credits).toBe(5)
})

onEachEngine(
  'credits stay the sum of the ledger while they are added, taken and set concurrently',
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

onEachEngine(
  'an add_credits request repeated with the same Idempotency-Key adds the credits once',
  async (world) => {
    const player = await world.player()
    const headers = { 'idempotency-key': 'once' }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        player.post(player.at('add_credits'), { credits: 5 }, headers),
      ),
    )
    expect(replies.map(({ body }) => body.credits)).toEqual(replies.map(() => 5))
    expect((await player.profile()).credits).toBe(5)
  },
)

onEachEngine(
  'the ledger check reports a user whose credits are not the sum of the ledger, with both numbers',
  async (world) => {
    const player = await world.player({ credits: 10 })
    const mine = async () =>
      (await verifyLedger(world.context)).wrong.filter(({ user_id }) => user_id === player.id)
    expect(await mine()).toEqual([])
    const cheat = statement<{ id: number }>(
      `update users set credits = credits + 7 where id = :id`,
      { updates: 'users' },
    )
    await world.context.db.transaction((tx) => tx.run(cheat, { id: player.id }))
    expect(await mine()).toEqual([
      { user_id: player.id, game_id: world.game.id, credits: 17, ledger: 10 },
    ])
  },
)
