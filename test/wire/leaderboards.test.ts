import { expect } from 'vitest'
import { onEachEngine } from '../support/world.ts'
import { type ClientName, clients, STAMP } from './clients.ts'

// Leaderboards

const TEXT = '{"deaths": 15, "Jewels": 12}'
const OBJECT = { deaths: '15' }

/** What each client sends besides name and score, and the text that is listed afterwards. */
const EXTRAS: [ClientName, extra: Record<string, string>, text: string, objects?: object][] = [
  ['JavaScript client', { extra_attributes: TEXT }, TEXT],
  ['older JavaScript bundle', { extra_attributes: TEXT }, TEXT],
  ['first Unity client', { extra_attributes: '{"rank": gold}' }, '{"rank": gold}'],
  ['Unreal plugin', {}, JSON.stringify(OBJECT), { metadata: OBJECT }],
  ['Unreal plugin', {}, '{}'],
  ['interim Unity client', { metadata: JSON.stringify(OBJECT) }, JSON.stringify(OBJECT)],
  ['current Unity SDK', {}, JSON.stringify(OBJECT), { metadata: OBJECT, score: 12.5 }],
]

const FORM_CLIENTS = new Set<ClientName>([
  'JavaScript client',
  'older JavaScript bundle',
  'first Unity client',
])

for (const [client, extra, text, objects] of EXTRAS) {
  onEachEngine(`${client}: POST add_leaderboard_entry with ${text}`, async (world) => {
    const player = await world.player()
    const path = player.at('add_leaderboard_entry')
    const fields = { leaderboard_name: 'Score', score: '12', ...extra }
    const added = FORM_CLIENTS.has(client)
      ? await clients[client](world, player).post(path, fields)
      : await player.post(path, { ...fields, ...objects })
    expect(added.body).toMatchObject({ id: player.id, username: player.username })
    const listed = await clients[client](world, player).get(player.at('leaderboard_entries'))
    expect(listed.body.leaderboard_entries).toEqual([
      {
        id: expect.any(Number),
        username: player.username,
        score: client === 'current Unity SDK' ? 12.5 : 12,
        leaderboard_name: 'Score',
        game_user_id: player.id,
        extra_attributes: text,
        metadata: text,
        created_at: STAMP,
      },
    ])
  })
}

for (const [client, encoding] of [
  ['JavaScript client', 'multipart'],
  ['first Unity client', 'form'],
  ['Unreal plugin', 'query'],
  ['documentation', 'query'],
  ['current Unity SDK', 'json'],
] as const) {
  onEachEngine(
    `${client}: POST clear_my_leaderboard_entries with the name in the ${encoding}`,
    async (world) => {
      const [player, other] = [await world.player(), await world.player()]
      const add = (owner: typeof player, leaderboard_name: string) =>
        owner.post(owner.at('add_leaderboard_entry'), { leaderboard_name, score: 1 })
      await add(player, 'one')
      await add(player, 'two')
      await add(other, 'one')
      const path = player.at('clear_my_leaderboard_entries')
      const cleared =
        encoding === 'query'
          ? await player.send('POST', `${path}?leaderboard_name=one`)
          : await player.send('POST', path, { [encoding]: { leaderboard_name: 'one' } })
      expect(cleared.body).toMatchObject({ id: player.id, username: player.username })
      const left = await player.get(player.at('leaderboard_entries'))
      expect(left.body.leaderboard_entries).toMatchObject([{ leaderboard_name: 'two' }])
      const others = await player.get(other.at('leaderboard_entries'))
      expect(others.body.leaderboard_entries).toHaveLength(1)
    },
  )
}

onEachEngine(
  'POST clear_my_leaderboard_entries clears all leaderboards only if asked to',
  async (world) => {
    const player = await world.player()
    for (const leaderboard_name of ['one', 'two']) {
      await player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score: 1 })
    }
    const path = player.at('clear_my_leaderboard_entries')
    const list = async () =>
      (await player.get(player.at('leaderboard_entries'))).body.leaderboard_entries
    expect((await player.send('POST', path)).status).toBe(400)
    expect(await list()).toHaveLength(2)
    expect((await player.send('POST', `${path}?all=true`)).status).toBe(200)
    expect(await list()).toEqual([])
  },
)

for (const client of [
  'JavaScript client',
  'older JavaScript bundle',
  'Unreal plugin',
  'first Unity client',
  'current Unity SDK',
] as const) {
  onEachEngine(
    `${client}: GET users/{id}/leaderboard_entries with one_per_user lists one entry per leaderboard`,
    async (world) => {
      const [player, other] = [await world.player(), await world.player()]
      for (const [leaderboard_name, score] of [
        ['one', 3],
        ['one', 8],
        ['two', 5],
      ]) {
        await player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score })
      }
      const list = async (fields: Record<string, string>) => {
        const caller = clients[client](world, other)
        const { body } = await caller.get(player.at('leaderboard_entries'), fields)
        return body.leaderboard_entries.map((entry: { score: number }) => entry.score)
      }
      const yes = client === 'first Unity client' ? 'True' : 'true'
      expect(await list({ limit: '20', one_per_user: yes })).toEqual([8, 5])
      expect(await list({ limit: '20', one_per_user: 'false' })).toEqual([8, 5, 3])
      expect(await list({ limit: '1' })).toEqual([8])
      expect(await list({ leaderboard_name: 'two' })).toEqual([5])
    },
  )
  onEachEngine(`${client}: GET games/{id}/leaderboard_entries`, async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    for (const [owner, score] of [
      [player, 3],
      [player, 8],
      [other, 5],
    ] as const) {
      await owner.post(owner.at('add_leaderboard_entry'), { leaderboard_name: 'Score', score })
    }
    const list = async (fields: Record<string, string>) => {
      const path = `/games/${world.game.id}/leaderboard_entries`
      const { body } = await clients[client](world, player).get(path, fields)
      return body.leaderboard_entries.map((entry: { score: number }) => entry.score)
    }
    const board = { leaderboard_name: 'Score', limit: '20' }
    expect(await list(board)).toEqual([8, 5, 3])
    expect(await list({ ...board, one_per_user: 'true' })).toEqual([8, 5])
    expect(await list({ ...board, limit: '2' })).toEqual([8, 5])
    expect(await list({ leaderboard_name: 'Nobody', limit: '20' })).toEqual([])
  })
}

onEachEngine("documentation: changing another user's leaderboard entries is 401", async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  const entry = { leaderboard_name: 'Score', score: 1 }
  const added = await player.post(other.at('add_leaderboard_entry'), entry)
  const cleared = await player.post(other.at('clear_my_leaderboard_entries'), entry)
  expect([added.status, cleared.status]).toEqual([401, 401])
})
