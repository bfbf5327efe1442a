import { expect, test } from 'vitest'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine } from '../../../../test/support/world.ts'
import { listChanges } from '../../players/player-timeline/queries.ts'
import { searchEntries, searchEntriesOfGame } from './queries.ts'

interface Entry {
  id: number
  action: string
}

onEachEngine('the audit log is read page by page, with and without a search', async (world) => {
  const { browser, id: actor_id } = await joinStaff(world, { role: 'owner' })
  const path = `/games/${world.game.id}`
  for (const name of ['One', 'Two', 'Three']) {
    await browser.put(path, { name })
    await browser.post(`${path}/store_items`, { name, cost: 1 })
  }
  const read = async (of: string, query: string) => {
    const first = (await browser.get(`${of}/audit_log?limit=2&${query}`)).body
    const second = await browser.get(`${of}/audit_log?limit=2&before=${first.next}&${query}`)
    return [...first.entries, ...second.body.entries]
  }
  const all: Entry[] = (await browser.get(`${path}/audit_log`)).body.entries
  expect(await read(path, '')).toEqual(all.slice(0, 4))
  const changes = all.filter(({ action }) => action === 'admin.games.change')
  expect(changes).toHaveLength(3)
  for (const query of ['action=admin.games.ch', `target=game&target_id=${world.game.id}`])
    expect((await read(path, query)).slice(0, 3)).toEqual(changes)
  expect(await read('', `actor_id=${actor_id}&target=game`)).toEqual(changes)
})

test('reads that may go through the whole audit log run apart from all others', () => {
  for (const { asker_parameter } of [searchEntries, searchEntriesOfGame, listChanges])
    expect(asker_parameter).toBeDefined()
})
