import { expect } from 'vitest'
import { createGroup, refusal } from '../../../../test/support/groups.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine } from '../../../../test/support/world.ts'

onEachEngine(
  'support staff find chats and read one, which the audit log says; viewers see none',
  async (world) => {
    const [ann, ben, cem] = [await world.player(), await world.player(), await world.player()]
    const write = async (fields: object) => (await ann.post('/chats', fields)).body
    const direct = await write({ usernames: [ben.username], text: 'one' })
    const group = await createGroup(ann, { name: 'Night Owls' })
    const of_group = await write({ group_id: group.id, text: 'to all' })
    await ben.post('/messages', { chat_id: direct.id, text: 'two' })
    const path = `/games/${world.game.id}/chats`
    const { browser: viewer } = await joinStaff(world, { role: 'viewer' })
    for (const address of [path, `${path}/${direct.id}`])
      expect(refusal(await viewer.get(address))).toEqual([403, 'role_too_low'])

    const { browser: support, id: actor_id } = await joinStaff(world, { role: 'support' })
    const listed = (await support.get(`${path}?limit=1`)).body
    expect(listed.chats).toMatchObject([{ id: direct.id, group: null }])
    expect(listed.chats[0].participants.map(({ id }: { id: number }) => id)).toEqual([
      ann.id,
      ben.id,
    ])
    expect((await support.get(`${path}?before=${listed.next}`)).body).toMatchObject({
      chats: [{ id: of_group.id, group: { id: group.id, name: 'Night Owls', member_count: 1 } }],
      next: null,
    })
    const ids = async (user_id: number) =>
      (await support.get(`${path}?user_id=${user_id}`)).body.chats.map(
        ({ id }: { id: number }) => id,
      )
    expect(await ids(ann.id)).toEqual([direct.id, of_group.id])
    expect(await ids(ben.id)).toEqual([direct.id])
    expect(await ids(cem.id)).toEqual([])

    const page = (await support.get(`${path}/${direct.id}?limit=1`)).body
    expect(page.messages).toMatchObject([
      { text: 'two', author: { id: ben.id, username: ben.username } },
    ])
    const message = `/games/${world.game.id}/messages/${page.messages[0].id}`
    expect((await support.post(`${message}/hide`)).status).toBe(200)
    const hidden = (await support.get(`${path}/${direct.id}?limit=1`)).body
    expect(hidden.messages).toMatchObject([{ text: 'two', is_hidden: true }])
    const older = (await support.get(`${path}/${direct.id}?before=${page.next}`)).body
    expect(older).toMatchObject({ messages: [{ text: 'one', author: { id: ann.id } }], next: null })
    const elsewhere = `/games/${(await world.otherGame()).game.id}/chats/${direct.id}`
    expect(refusal(await support.get(elsewhere))).toEqual([404, 'chat_not_found'])
    const { browser: admin } = await joinStaff(world, { role: 'admin' })
    const { entries } = (await admin.get(`/games/${world.game.id}/audit_log?target=chat`)).body
    const entry = { action: 'admin.chats.read', actor_id, target_id: direct.id }
    expect(entries).toMatchObject([entry, entry, entry])
  },
)
