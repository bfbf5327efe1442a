import { expect } from 'vitest'
import { onEachEngine } from '../support/world.ts'
import { type ClientName, clients, STAMP } from './clients.ts'

// wire 3.5

const TEXT = '{"deaths": 15, "Jewels": 12}'
const OBJECT = { deaths: '15' }

/** What each client sends beside name and score, and the text that comes back. */
const EXTRAS: [ClientName, extra: Record<string, string>, text: string, objects?: object][] = [
  ['JS', { extra_attributes: TEXT }, TEXT],
  ['JSB', { extra_attributes: TEXT }, TEXT],
  ['U1', { extra_attributes: '{"rank": gold}' }, '{"rank": gold}'],
  ['UE', {}, JSON.stringify(OBJECT), { metadata: OBJECT }],
  ['UE', {}, '{}'],
  ['U2', { metadata: JSON.stringify(OBJECT) }, JSON.stringify(OBJECT)],
  ['U3', {}, JSON.stringify(OBJECT), { metadata: OBJECT, score: 12.5 }],
]

for (const [client, extra, text, objects] of EXTRAS) {
  onEachEngine(`3.5 ${client} POST add_leaderboard_entry with ${text}`, async (world) => {
    const player = await world.player()
    const path = player.at('add_leaderboard_entry')
    const fields = { leaderboard_name: 'Score', score: '12', ...extra }
    const is_form = ['JS', 'JSB', 'U1'].includes(client)
    const added = is_form
      ? await clients[client](world, player).post(path, fields)
      : await player.post(path, { ...fields, ...objects })
    expect(added.body).toMatchObject({ id: player.id, username: player.username })
    const listed = await clients[client](world, player).get(player.at('leaderboard_entries'))
    expect(listed.body.leaderboard_entries).toEqual([
      {
        id: expect.any(Number),
        username: player.username,
        score: client === 'U3' ? 12.5 : 12,
        leaderboard_name: 'Score',
        game_user_id: player.id,
        extra_attributes: text,
        metadata: text,
        created_at: STAMP,
      },
    ])
  })
}

for (const [client, how] of [
  ['JS', 'multipart'],
  ['U1', 'form'],
  ['UE', 'query'],
  ['DOC', 'query'],
  ['U3', 'json'],
] as const) {
  onEachEngine(`3.5 ${client} POST clear_my_leaderboard_entries by ${how}`, async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const add = (who: typeof player, leaderboard_name: string) =>
      who.post(who.at('add_leaderboard_entry'), { leaderboard_name, score: 1 })
    await add(player, 'one')
    await add(player, 'two')
    await add(other, 'one')
    const path = player.at('clear_my_leaderboard_entries')
    const cleared =
      how === 'query'
        ? await player.send('POST', `${path}?leaderboard_name=one`)
        : await player.send('POST', path, { [how]: { leaderboard_name: 'one' } })
    expect(cleared.body).toMatchObject({ id: player.id, username: player.username })
    const left = await player.get(player.at('leaderboard_entries'))
    expect(left.body.leaderboard_entries).toMatchObject([{ leaderboard_name: 'two' }])
    const others = await player.get(other.at('leaderboard_entries'))
    expect(others.body.leaderboard_entries).toHaveLength(1)
  })
}

onEachEngine('3.5 DOC POST clear_my_leaderboard_entries without a name: all', async (world) => {
  const player = await world.player()
  for (const leaderboard_name of ['one', 'two']) {
    await player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score: 1 })
  }
  await player.send('POST', player.at('clear_my_leaderboard_entries'))
  const { body } = await player.get(player.at('leaderboard_entries'))
  expect(body).toEqual({ leaderboard_entries: [] })
})

for (const client of ['JS', 'JSB', 'UE', 'U1', 'U3'] as const) {
  onEachEngine(
    `3.5 ${client} GET users/{id}/leaderboard_entries, one_per_user is one per leaderboard`,
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
      const yes = client === 'U1' ? 'True' : 'true'
      expect(await list({ limit: '20', one_per_user: yes })).toEqual([8, 5])
      expect(await list({ limit: '20', one_per_user: 'false' })).toEqual([8, 5, 3])
      expect(await list({ limit: '1' })).toEqual([8])
      expect(await list({ leaderboard_name: 'two' })).toEqual([5])
    },
  )
  onEachEngine(`3.5 ${client} GET games/{id}/leaderboard_entries`, async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    for (const [who, score] of [
      [player, 3],
      [player, 8],
      [other, 5],
    ] as const) {
      await who.post(who.at('add_leaderboard_entry'), { leaderboard_name: 'Score', score })
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

onEachEngine("3.5 DOC: another user's leaderboard writes are 401", async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  const entry = { leaderboard_name: 'Score', score: 1 }
  const added = await player.post(other.at('add_leaderboard_entry'), entry)
  const cleared = await player.post(other.at('clear_my_leaderboard_entries'), entry)
  expect([added.status, cleared.status]).toEqual([401, 401])
})
