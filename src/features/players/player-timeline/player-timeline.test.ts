import { expect } from 'vitest'
import { type Browser, joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, type Reply } from '../../../../test/support/world.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

interface Entry {
  kind: string
  id: number
  at: string
}

async function read(browser: Browser, path: string, limit: number): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let after = ''; ;) {
    const { body } = await browser.get(`${path}/timeline?limit=${limit}${after}`)
    entries.push(...body.entries)
    if (body.next === null) return entries
    after = `&after=${body.next}`
  }
}

onEachEngine(
  'a timeline shows everything once, newest first, whatever the length of its pages',
  async (world) => {
    const player = await world.player({ credits: 20 })
    const { browser } = await joinStaff(world, { role: 'support' })
    const path = `/games/${world.game.id}/players/${player.id}`
    for (const game_type of ['race', 'duel'])
      await player.post('/game_rounds', { game_user_id: player.id, game_type, score: 3 })
    await browser.post(`${path}/credits`, { add: 5, reason: 'sorry' })
    await browser.post(`${path}/notes`, { text: 'asked for help' })
    await browser.put(`${path}/attributes`, { key: 'level', value: '3' })

    const entries = await read(browser, path, 100)
    const kinds = ['change', 'note', 'credits', 'round', 'round', 'credits', 'signed_in']
    expect(entries.map(({ kind }) => kind)).toEqual([...kinds, 'signed_up'])
    expect(entries[2]).toMatchObject({
      details: { change: 5, reason: 'staff', staff_name: 'Sam', note: 'sorry' },
    })
    for (const limit of [1, 2, 3, 7]) expect(await read(browser, path, limit)).toEqual(entries)
    const bad = await browser.get(`${path}/timeline?after=WzFd`)
    expect(refusal(bad)).toEqual([422, 'invalid_input'])
  },
)

onEachEngine('staff delete their own notes, and admins those of others', async (world) => {
  const player = await world.player()
  const { browser: viewer } = await joinStaff(world, { role: 'viewer' })
  const { browser: admin } = await joinStaff(world, { role: 'admin' })
  const staff = [
    (await joinStaff(world, { role: 'support' })).browser,
    (await joinStaff(world, { role: 'support' })).browser,
  ] as const
  const path = `/games/${world.game.id}/players/${player.id}/notes`
  expect(refusal(await viewer.post(path, { text: 'x' }))).toEqual([403, 'role_too_low'])
  const written: { id: number }[] = []
  for (const browser of [staff[0], staff[0], staff[1]])
    written.push((await browser.post(path, { text: 'He said "no"' })).body)
  const [own, other] = written.map(({ id }) => `${path}/${id}`)
  expect(refusal(await staff[1].delete(other ?? ''))).toEqual([403, 'not_your_note'])
  expect((await staff[0].delete(own ?? '')).status).toBe(200)
  expect((await admin.delete(other ?? '')).status).toBe(200)
  expect(refusal(await admin.delete(other ?? ''))).toEqual([404, 'note_not_found'])
  const elsewhere = await world.player()
  const moved = `/games/${world.game.id}/players/${elsewhere.id}/notes/${written[2]?.id}`
  expect(refusal(await admin.delete(moved))).toEqual([404, 'note_not_found'])
  expect((await viewer.get(path)).body).toMatchObject({
    notes: [{ id: written[2]?.id, author_name: 'Sam' }],
    next: null,
  })
})
