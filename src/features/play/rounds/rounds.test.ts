import { expect, test } from 'vitest'
import { createRound } from '../../../../test/support/rounds.ts'
import {
  ENGINES,
  onEachEngine,
  openWorld,
  type Player,
  unique,
} from '../../../../test/support/world.ts'

const NOW = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const PATH = '/game_rounds'

const countRounds = async (player: Player): Promise<number> =>
  (await player.get(`${PATH}?user_id=${player.id}`)).body.game_rounds.length

onEachEngine('a round requires a user and a type, and other fields stay unset', async (world) => {
  const player = await world.player()
  const round = await createRound(player)
  expect(round).toEqual({
    id: expect.any(Number),
    game_user_id: player.id,
    game_id: world.game.id,
    game_type: 'race',
    start_time: expect.stringMatching(NOW),
    end_time: null,
    metadata: null,
    created_at: expect.stringMatching(NOW),
    updated_at: round.created_at,
  })
  expect(Math.abs(Date.parse(round.start_time) - Date.now())).toBeLessThan(60_000)
  const other = await world.player()
  expect(await other.get(`${PATH}/${round.id}`)).toMatchObject({ status: 200, body: round })
})

onEachEngine('a round is read back as it was sent, alone and in the list', async (world) => {
  const player = await world.player()
  const fields = {
    game_user_id: player.id,
    game_type: 'Zeitfahren 🏁',
    start_time: '2024-07-23T15:20:09.424Z',
    end_time: '2024-07-23T15:21:09Z',
    score: 100,
    place: 2,
    metadata: { level: 'forest', lives: 3, boss: null, loot: [1, 'two', { three: 3 }] },
  }
  const created = await createRound(player, fields)
  expect(created).toMatchObject(fields)
  expect((await player.get(`${PATH}/${created.id}`)).body).toEqual(created)
  const { body } = await player.get(`${PATH}?user_id=${player.id}`)
  expect(body).toEqual({ game_rounds: [{ id: created.id, ...fields }] })
})

onEachEngine('scores keep their decimals and metadata every byte', async (world) => {
  const player = await world.player()
  for (const score of [3.96, 0, -17, 0.1, 1e-7, 123_456_789.123, 9_007_199_254_740_991]) {
    const { id, score: kept } = await createRound(player, { score })
    expect(kept).toBe(score)
    expect((await player.get(`${PATH}/${id}`)).text).toMatch(new RegExp(`"score":${score}[,}]`))
  }
  const metadatas = [
    '{"b":1,"a":{"d":"é\\n\\"","c":[true,null,1.5]},"":{}}',
    '{"toJSON":"x","constructor":1,"rankings":[]}',
    '{}',
    'null',
  ]
  for (const metadata of metadatas) {
    const raw = `{"game_user_id":${player.id},"game_type":"t","metadata":${metadata}}`
    const { status, body } = await player.send('POST', PATH, { raw })
    expect(status).toBe(201)
    expect((await player.get(`${PATH}/${body.id}`)).text).toContain(`"metadata":${metadata}`)
  }
})

onEachEngine(
  'times of whole seconds in UTC come back as sent, others exact to the millisecond',
  async (world) => {
    const player = await world.player()
    const times = [
      ['2024-07-23T15:20:09Z', '2024-07-23T15:20:09Z'],
      ['2024-07-23T15:20:09.000Z', '2024-07-23T15:20:09.000Z'],
      ['2024-07-23T15:20:09.4Z', '2024-07-23T15:20:09.400Z'],
      ['2024-07-23T15:20:09.1234567Z', '2024-07-23T15:20:09.123Z'],
      ['2024-07-23T15:20:09+02:00', '2024-07-23T13:20:09.000Z'],
      ['2024-02-29T23:59:59.999-0930', '2024-03-01T09:29:59.999Z'],
      ['2024-07-23T15:20Z', '2024-07-23T15:20:00.000Z'],
    ]
    for (const [time, expected] of times) {
      const { id, ...round } = await createRound(player, { start_time: time, end_time: time })
      expect(round).toMatchObject({ start_time: expected, end_time: expected })
      const { body } = await player.put(`${PATH}/${id}`, {
        start_time: expected,
        end_time: expected,
      })
      expect(body).toMatchObject({ start_time: expected, end_time: expected })
    }
  },
)

const deep = (levels: number): object => (levels === 1 ? {} : { in: deep(levels - 1) })

const WRONG: [field: string, value: unknown][] = [
  ['score', 'many'],
  ['score', true],
  ['score', 2 ** 53],
  ['score', '1e400'],
  ['place', 1.5],
  ['place', -1],
  ['game_type', ''],
  ['game_type', 'x'.repeat(256)],
  ['game_type', 'nul\0'],
  ['metadata', 'text'],
  ['metadata', [1]],
  ['metadata', 5],
  ['metadata', { big: 'x'.repeat(65_536) }],
  ['metadata', deep(33)],
  ['metadata', { nul: '\0' }],
  ...['soon', '', '2024-07-23', '15:20:09Z', '2024-07-23T15:20:09', '2024-07-23 15:20:09Z', 5].map(
    (time): [string, unknown] => ['start_time', time],
  ),
  ...[
    '2024-02-30T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:60Z',
    {},
  ].map((time): [string, unknown] => ['end_time', time]),
  ['end_time', '0000-01-01T00:00:00+10:00'],
]

onEachEngine('an invalid value is 422, names its field and changes nothing', async (world) => {
  const player = await world.player()
  const round = await createRound(player, { score: 5, metadata: deep(32) })
  const good = { game_user_id: player.id, game_type: 'race' }
  for (const [field, value] of WRONG) {
    const replies = [
      await player.post(PATH, { ...good, [field]: value }),
      await player.put(`${PATH}/${round.id}`, { [field]: value }),
    ]
    for (const { status, text, headers } of replies) {
      expect([status, text.split(/[ .]/)[0], value]).toEqual([422, field, value])
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }
  }
  const missing = [
    [{ game_type: 'race' }, 'game_user_id is required.'],
    [{ game_user_id: player.id }, 'game_type is required.'],
    [{ ...good, game_user_id: null }, 'game_user_id is required.'],
    [{ ...good, game_user_id: 'me' }, 'game_user_id must be a whole number.'],
    [{ ...good, multiplayer: 'perhaps' }, 'multiplayer must be true or false.'],
    [
      { ...good, multiplayer_game_round_id: 'x' },
      'multiplayer_game_round_id must be a whole number.',
    ],
  ] as const
  for (const [input, sentence] of missing) {
    const { status, text } = await player.post(PATH, input)
    expect([status, text]).toEqual([422, sentence])
  }
  expect(await countRounds(player)).toBe(1)
  expect((await player.get(`${PATH}/${round.id}`)).body).toEqual(round)
})

onEachEngine('an update changes the fields that were sent and keeps the others', async (world) => {
  const player = await world.player()
  const other = await world.player()
  const round = await createRound(player, { score: 5, place: 1, metadata: { a: 1 } })
  const path = `${PATH}/${round.id}`
  const end_time = '2024-07-23T15:20:09Z'
  const sent = { score: 3.96, end_time, game_user_id: other.id, multiplayer: true, id: 1 }
  const changed = await player.put(path, sent)
  expect(changed.status).toBe(200)
  const expected = {
    ...round,
    start_time: end_time,
    score: 3.96,
    end_time,
    updated_at: changed.body.updated_at,
  }
  expect(changed.body).toEqual(expected)
  expect((await player.put(path, {})).body).toMatchObject({ score: 3.96, end_time })

  const nothing = { end_time: null, metadata: null, score: null, place: null, start_time: null }
  const cleared = await player.put(path, nothing)
  expect(cleared.body).toMatchObject({
    ...expected,
    end_time: null,
    metadata: null,
    updated_at: expect.any(String),
  })
  const rest = { game_type: 'duel', place: 7, metadata: { b: 2 }, start_time: end_time }
  expect((await player.put(path, rest)).body).toMatchObject({ ...rest, score: 3.96 })
  expect((await player.get(path)).body).toMatchObject({ ...rest, score: 3.96 })
})

onEachEngine('every encoding of the input creates the same round', async (world) => {
  const player = await world.player()
  const text = {
    game_user_id: `${player.id}`,
    game_type: 'race',
    score: '3.5',
    metadata: '{"a":1}',
  }
  const wrapped = {
    game_round: { game_user_id: player.id, game_type: 'race', score: 3.5, metadata: { a: 1 } },
  }
  const replies = [
    await player.send('POST', PATH, { json: { ...wrapped, multiplayer: false } }),
    await player.send('POST', PATH, { json: text }),
    await player.send('POST', PATH, { form: text }),
    await player.send('POST', PATH, { multipart: text }),
    await player.send('POST', `${PATH}?${new URLSearchParams(text).toString()}`),
  ]
  for (const { status, body } of replies) {
    expect([status, body]).toMatchObject([201, { score: 3.5, metadata: { a: 1 } }])
  }
  const put = await player.put(`${PATH}/${replies[0]?.body.id}`, { game_round: { score: 4 } })
  expect(put.body.score).toBe(4)
})

onEachEngine(
  'only the owner changes or deletes a round, and other games cannot see it',
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const stranger = await (await world.otherGame()).player()
    const round = await createRound(player, { score: 1 })
    const path = `${PATH}/${round.id}`
    for (const [caller, code] of [
      [other, 'not_your_round'],
      [stranger, 'other_game'],
    ] as const) {
      for (const reply of [await caller.put(path, { score: 2 }), await caller.delete(path)]) {
        expect([reply.status, reply.headers.get('x-error-code')]).toEqual([401, code])
      }
    }
    expect((await stranger.get(path)).status).toBe(401)
    expect((await stranger.get(`${PATH}?user_id=${player.id}`)).status).toBe(401)
    expect((await world.visitor.get(path)).status).toBe(401)
    expect((await world.visitor.post(PATH, {})).status).toBe(401)
    expect((await world.visitor.put(path, {})).status).toBe(401)
    expect((await world.visitor.delete(path)).status).toBe(401)
    expect((await world.visitor.get(`${PATH}?user_id=${player.id}`)).status).toBe(401)
    expect((await player.get(path)).body).toEqual(round)

    const gone = await player.delete(path)
    expect([gone.status, gone.body]).toEqual([
      200,
      { message: 'game round destroyed successfully' },
    ])
    for (const id of [round.id, 999_999_999, 0, -1, 'abc', '1.5', '9'.repeat(30)]) {
      expect((await player.get(`${PATH}/${id}`)).status).toBe(404)
      expect((await player.put(`${PATH}/${id}`, { score: 1 })).status).toBe(404)
      expect((await player.delete(`${PATH}/${id}`)).status).toBe(404)
    }
  },
)

onEachEngine(
  'a create repeated with the same Idempotency-Key creates one round and answers the same',
  async (world) => {
    const player = await world.player()
    const input = { game_user_id: player.id, game_type: 'race', score: 1.5, multiplayer: true }
    const key = { 'idempotency-key': unique('round') }
    const first = await player.post(PATH, input, key)
    const second = await player.post(PATH, input, key)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(await countRounds(player)).toBe(1)
  },
)

onEachEngine('deleting an account deletes its rounds', async (world) => {
  const [player, viewer] = [await world.player(), await world.player()]
  const { id } = await createRound(player)
  await player.delete(`/users/${player.id}`)
  expect((await viewer.get(`${PATH}/${id}`)).status).toBe(404)
  expect((await viewer.get(`${PATH}?user_id=${player.id}`)).status).toBe(422)
})

for (const engine of ENGINES) {
  test(`when the database fails, every route answers 500 without any detail [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const player = await world.player()
    await world.context.db.rawTransaction(async (run) => {
      await run(
        'drop table held_scores; drop table game_rounds; alter table multiplayer_game_rounds rename to gone',
      )
    })
    const replies = [
      await player.post(PATH, { game_user_id: player.id, game_type: 'race' }),
      await player.get(`${PATH}/1`),
      await player.put(`${PATH}/1`, {}),
      await player.get(`${PATH}?user_id=${player.id}`),
      await player.delete(`${PATH}/1`),
      await player.get('/multiplayer_game_rounds/1'),
    ]
    for (const { status, text, headers } of replies) {
      expect([status, headers.get('x-error-code')]).toEqual([500, 'internal'])
      expect(text).not.toMatch(/game_rounds|select|table/i)
    }
    await close()
  })
}
