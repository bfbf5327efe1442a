import { expect } from 'vitest'
import { createGroup, invite, leaveGroup } from '../../../../test/support/groups.ts'
import { onEachEngine, type Player, type Reply } from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { addNotification } from './rules.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const inbox = async (player: Player, query = '') =>
  (await player.get(`/notifications${query}`)).body

async function typesOf(player: Player) {
  const { notifications } = await inbox(player)
  return notifications.map(({ type }: { type: string }) => type)
}

const ask = async (from: Player, to: Player): Promise<number> =>
  (await from.post('/friendships', { username: to.username })).body.friendship_id

onEachEngine(
  'a friend request and its acceptance are in the inbox until they are read',
  async (world) => {
    const [ana, ben] = [await world.player(), await world.player()]
    expect(await inbox(ben)).toEqual({ unread_count: 0, notifications: [], next: null })
    const friendship_id = await ask(ana, ben)
    const { unread_count, notifications } = await inbox(ben)
    expect([unread_count, notifications]).toMatchObject([
      1,
      [
        {
          type: 'friend_request.received',
          actor_id: ana.id,
          is_read: false,
          data: { friendship_id, user: { id: ana.id, username: ana.username } },
        },
      ],
    ])
    expect(JSON.stringify(notifications)).not.toContain('@')
    await ben.put(`/friendships/${friendship_id}`, { status: 'accepted' })
    expect(await typesOf(ana)).toEqual(['friend_request.accepted'])

    const path = `/notifications/${notifications[0].id}/read`
    const read = await ben.put(path)
    expect([read.status, read.body]).toEqual([200, { unread_count: 0 }])
    expect((await ben.put(path)).body).toEqual({ unread_count: 0 })
    expect((await inbox(ben)).notifications).toMatchObject([{ is_read: true }])
    expect((await ana.put('/notifications/read')).body).toEqual({ unread_count: 0 })
    expect((await inbox(ana)).notifications).toMatchObject([{ is_read: true }])
  },
)

onEachEngine('nobody reads or marks the notifications of others', async (world) => {
  const [ana, ben, cleo] = [await world.player(), await world.player(), await world.player()]
  const stranger = await (await world.otherGame()).player()
  await ask(ana, ben)
  const [{ id }] = (await inbox(ben)).notifications
  for (const other of [ana, cleo, stranger]) {
    expect(await inbox(other)).toMatchObject({ unread_count: 0, notifications: [] })
    expect(refusal(await other.put(`/notifications/${id}/read`))).toEqual([
      404,
      'notification_not_found',
    ])
  }
  for (const wrong of ['abc', '0', '-1', '9007199254740993', '987654321'])
    expect(refusal(await ben.put(`/notifications/${wrong}/read`))).toEqual([
      404,
      'notification_not_found',
    ])
  expect((await inbox(ben)).unread_count).toBe(1)
  expect((await world.visitor.get('/notifications')).status).toBe(401)
})

onEachEngine('what was withdrawn or comes from a blocked player disappears', async (world) => {
  const [ana, ben, cleo] = [await world.player(), await world.player(), await world.player()]
  for (let times = 0; times < 3; times++) {
    const id = await ask(ana, ben)
    expect(await typesOf(ben)).toEqual(['friend_request.received'])
    await ana.delete(`/friendships/${id}`)
    expect(await typesOf(ben)).toEqual([])
  }
  await ask(ana, ben)
  await ask(cleo, ben)
  await ben.post('/blocks', { user_id: ana.id })
  expect((await inbox(ben)).notifications).toMatchObject([{ actor_id: cleo.id }])
  await cleo.delete(`/users/${cleo.id}`)
  expect(await typesOf(ben)).toEqual([])
})

onEachEngine('a group invitation is in the inbox as long as its group exists', async (world) => {
  const [ana, ben, cleo] = [await world.player(), await world.player(), await world.player()]
  const groups = [await createGroup(ana), await createGroup(ana), await createGroup(cleo)]
  const [deleted, left, of_deleted] = groups
  for (const [index, group] of groups.entries()) await invite(index < 2 ? ana : cleo, group.id, ben)
  expect((await inbox(ben)).notifications).toMatchObject([
    { type: 'group_invitation.received', data: { group_id: of_deleted.id } },
    { type: 'group_invitation.received', data: { group_id: left.id } },
    { type: 'group_invitation.received', data: { group_id: deleted.id, group_name: deleted.name } },
  ])
  await ana.delete(`/groups/${deleted.id}`)
  expect(await typesOf(ben)).toHaveLength(2)
  await leaveGroup(ana, left.id)
  expect((await inbox(ben)).notifications).toMatchObject([{ data: { group_id: of_deleted.id } }])
  await cleo.delete(`/users/${cleo.id}`)
  expect(await typesOf(ben)).toEqual([])
})

onEachEngine('one player does not push out what others sent', async (world) => {
  const [ana, ben, cleo] = [await world.player(), await world.player(), await world.player()]
  await ask(cleo, ben)
  const max = limits.notifications_of_sender.value
  const sent = { game_id: world.game.id, user_id: ben.id, actor_id: ana.id }
  const nothing = { group_id: null, about_group_id: null, subject_id: null }
  await inTransaction(world.context, async (tx) => {
    for (let n = 0; n < max + 5; n++)
      await addNotification(tx, {
        ...sent,
        ...nothing,
        type: 'friend_request.received',
        data: { n },
      })
  })
  const { unread_count, notifications } = await inbox(ben)
  expect(unread_count).toBe(max + 1)
  expect(notifications.at(-1)).toMatchObject({ actor_id: cleo.id })
  expect(notifications.at(-2)).toMatchObject({ actor_id: ana.id, data: { n: 5 } })
  await ben.put('/notifications/read')
  await ask(ana, ben)
  expect((await inbox(ben)).notifications).toHaveLength(max + 2)
})

onEachEngine(
  'many players do not push out what one sent, or what the operator said',
  async (world) => {
    const [ben, cleo] = [await world.player(), await world.player()]
    const strangers = await world.players(26)
    const nothing = { group_id: null, about_group_id: null, subject_id: null, data: {} }
    const to_ben = { ...nothing, game_id: world.game.id, user_id: ben.id }
    await inTransaction(world.context, (tx) =>
      addNotification(tx, { ...to_ben, actor_id: null, type: 'announcement.posted' }),
    )
    await ask(cleo, ben)
    await inTransaction(world.context, async (tx) => {
      const type = 'group_invitation.received'
      for (let n = 0; n < 20; n++)
        for (const { id } of strangers)
          await addNotification(tx, { ...to_ben, actor_id: id, type, data: { n } })
    })
    const all = async () => {
      let page = await inbox(ben)
      const found = page.notifications
      while (page.next) {
        page = await inbox(ben, `?before=${page.next}`)
        found.push(...page.notifications)
      }
      return found
    }
    // 499 of the 520 are left, of each stranger the newest.
    expect((await inbox(ben)).unread_count).toBe(501)
    expect((await all()).slice(-3)).toMatchObject([
      { type: 'group_invitation.received' },
      { type: 'friend_request.received', actor_id: cleo.id },
      { type: 'announcement.posted' },
    ])
    // What was read makes room first.
    const [request] = (await all()).slice(-2)
    await ben.put(`/notifications/${request.id}/read`)
    await ask(strangers[0] ?? cleo, ben)
    expect((await inbox(ben)).unread_count).toBe(501)
    expect((await all()).map(({ id }: { id: number }) => id)).not.toContain(request.id)
  },
)

onEachEngine('the inbox keeps the newest 500, and shows them in pages', async (world) => {
  const ben = await world.player()
  const notification = {
    game_id: world.game.id,
    user_id: ben.id,
    group_id: null,
    about_group_id: null,
    actor_id: null,
    subject_id: null,
    type: 'announcement.posted' as const,
  }
  await inTransaction(world.context, async (tx) => {
    for (let n = 0; n < 510; n++)
      await addNotification(tx, { ...notification, data: { text: String(n), group_id: null } })
  })
  const texts: string[] = []
  let query = ''
  for (;;) {
    const { unread_count, notifications, next } = await inbox(ben, query)
    expect(unread_count).toBe(500)
    texts.push(...notifications.map(({ data }: { data: { text: string } }) => data.text))
    if (next === null) break
    query = `?before=${next}`
  }
  expect(texts).toEqual(Array.from({ length: 500 }, (_, n) => String(509 - n)))
  expect((await inbox(ben, '?per_page=3')).notifications).toHaveLength(3)
  for (const wrong of ['before=x', 'before=0', 'per_page=0'])
    expect((await ben.get(`/notifications?${wrong}`)).status).toBe(422)
})
