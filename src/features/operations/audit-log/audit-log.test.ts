import { expect, test } from 'vitest'
import { joinStaff, PASSWORD } from '../../../../test/support/staff.ts'
import { Client, onEachEngine, unique } from '../../../../test/support/world.ts'
import { erasePlayer } from '../../players/personal-data/rules.ts'
import { listChanges } from '../../players/player-timeline/queries.ts'
import { aCommand } from '../../../access/staff.ts'
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

onEachEngine('a secret that a repeated request replaces is in the audit log', async (world) => {
  const { browser, id } = await joinStaff(world, { role: 'owner' })
  const client = new Client(world.server.url)
  const path = `/games/${world.game.id}`
  const sendTwice = async (address: string, json: object) => {
    const key = unique('key')
    const headers = {
      cookie: browser.cookie,
      'x-csrf-token': browser.csrf_token,
      'idempotency-key': key,
    }
    for (let time = 0; time < 2; time++)
      expect((await client.send('POST', `//admin/api${address}`, { headers, json })).status).toBe(
        address.endsWith('rotate_token') ? 200 : 201,
      )
  }
  await sendTwice(`${path}/rotate_token`, {})
  await sendTwice(`${path}/service_keys`, { name: 'server' })
  await sendTwice(`${path}/webhooks`, { url: 'https://8.8.8.8/hook' })
  await sendTwice('/staff_invitations', { role: 'viewer' })
  const password = { current_password: PASSWORD }
  await sendTwice('/tokens', { name: 'report', role: 'viewer', ...password })
  const { entries } = (await browser.get(`/audit_log?actor_id=${id}`)).body
  const actions = entries.map(({ action }: Entry) => action)
  expect(actions.slice(0, -1).toReversed()).toEqual([
    'admin.games.rotateToken',
    'admin.games.reissueToken',
    'admin.serviceKeys.create',
    'admin.serviceKeys.reissueToken',
    'admin.webhooks.create',
    'admin.webhooks.reissueSecret',
    'admin.staff.invite',
    'admin.staff.reissueInvitation',
    'admin.tokens.create',
    'admin.tokens.reissue',
  ])
})

onEachEngine(
  'test events, deliveries that are sent again, ended sessions and erased players are in the audit log',
  async (world) => {
    const { browser: owner } = await joinStaff(world, { role: 'owner' })
    const { browser, email, id } = await joinStaff(world, { role: 'admin' })
    const path = `/games/${world.game.id}/webhooks`
    const hook = (await browser.post(path, { url: 'https://8.8.8.8/hook' })).body
    // So that nothing is sent.
    await browser.post(`/webhooks/${hook.id}/pause`)
    const delivery = (await browser.post(`/webhooks/${hook.id}/test`)).body
    await browser.post(`/webhook_deliveries/${delivery.id}/redeliver`)
    await browser.post(`/webhooks/${hook.id}/redeliver`, { since: '2026-01-01T00:00:00Z' })
    await browser.signIn(email, PASSWORD)
    const { sessions } = (await browser.get('/sessions')).body
    const other = sessions.find(({ current }: { current: boolean }) => !current)
    await browser.delete(`/sessions/${other.id}`)
    await browser.delete('/sessions')
    const { entries } = (await owner.get(`/audit_log?actor_id=${id}`)).body
    expect(entries.slice(0, 6)).toMatchObject([
      { action: 'admin.sessions.signOut', target: 'session' },
      { action: 'admin.sessions.end', target: 'session', target_id: other.id },
      { action: 'admin.sessions.start' },
      { action: 'admin.webhooks.redeliverSince', target: 'webhook', target_id: hook.id },
      { action: 'admin.webhooks.redeliver', new_values: { delivery_id: delivery.id } },
      { action: 'admin.webhooks.test', target_id: hook.id, game_id: world.game.id },
    ])

    const player = await world.player()
    await erasePlayer({ ...world.context, staff: aCommand('root on the server') }, player.id)
    const search = `target=player&target_id=${player.id}`
    expect((await owner.get(`/audit_log?${search}`)).body.entries).toMatchObject([
      { action: 'admin.players.erase', actor_kind: 'cli', new_values: {} },
    ])
  },
)

test('reads that may go through the whole audit log run apart from all others', () => {
  for (const { asker_parameter } of [searchEntries, searchEntriesOfGame, listChanges])
    expect(asker_parameter).toBeDefined()
})
