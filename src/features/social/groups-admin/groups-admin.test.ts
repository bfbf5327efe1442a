import { expect } from 'vitest'
import {
  addMember,
  createGroup,
  fourPlayers,
  groupState,
  invite,
  refusal,
  requestToJoin,
} from '../../../../test/support/groups.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine } from '../../../../test/support/world.ts'

const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

onEachEngine('staff find groups, also hidden ones, page by page', async (world) => {
  const { owner } = await fourPlayers(world)
  for (const name of ['Night Owls', 'Owl Town', 'Early Birds'])
    await createGroup(owner, { name, searchable: name !== 'Owl Town' })
  const { browser } = await joinStaff(world, { role: 'viewer', game_ids: [world.game.id] })
  const path = `/games/${world.game.id}/groups`
  const first = (await browser.get(`${path}?limit=2`)).body
  expect(names(first.groups)).toEqual(['Early Birds', 'Owl Town'])
  const second = (await browser.get(`${path}?limit=2&before=${first.next}`)).body
  expect([names(second.groups), second.next]).toEqual([['Night Owls'], null])
  const found = (await browser.get(`${path}?query=owl`)).body
  expect(names(found.groups)).toEqual(['Owl Town', 'Night Owls'])
  expect(names((await browser.get(`${path}?query=owl%20nig`)).body.groups)).toEqual(['Night Owls'])
})

onEachEngine(
  'staff look into a group and change it, and its members learn of it',
  async (world) => {
    const { owner, ann, ben, cem } = await fourPlayers(world)
    const group = await createGroup(owner, { name: 'Rude Words' })
    await addMember(owner, group.id, ann)
    await invite(owner, group.id, ben)
    await requestToJoin(cem, group.id)
    await owner.post(`/groups/${group.id}/add_attribute`, { key: 'motto', value: 'rude' })
    const { browser: support } = await joinStaff(world, { role: 'support' })
    const path = `/games/${world.game.id}/groups/${group.id}`

    expect((await support.get(path)).body).toMatchObject({ member_count: 2, attribute_count: 1 })
    expect((await support.get(`${path}/members`)).body).toMatchObject({
      total: 2,
      members: [
        { id: owner.id, username: owner.username, is_admin: true },
        { id: ann.id, is_admin: false },
      ],
    })
    for (const [kind, user] of [
      ['invite', ben],
      ['join_request', cem],
    ] as const) {
      const { pending } = (await support.get(`${path}/pending?kind=${kind}`)).body
      expect(pending).toMatchObject([{ user_id: user.id, username: user.username }])
    }

    const { cursor } = (await ann.get('/events')).body
    expect((await support.put(path, { name: 'Kind Words' })).body.name).toBe('Kind Words')
    expect(refusal(await support.put(path, { name: 'a\u202Eb' }))).toEqual([422, 'invalid_input'])
    expect((await ann.get('/groups?query=kind')).body.groups).toMatchObject([{ id: group.id }])
    expect((await support.put(`${path}/attributes`, { key: 'motto', value: 'kind' })).status).toBe(
      200,
    )
    expect((await support.put(`${path}/attributes`, { key: 'by staff', value: '1' })).status).toBe(
      200,
    )
    expect((await support.get(`${path}/attributes`)).body).toMatchObject({
      total: 2,
      attributes: [
        { key: 'motto', value: 'kind', creator_username: owner.username },
        { key: 'by staff', creator_id: 0, creator_username: null },
      ],
    })
    expect((await support.delete(`${path}/attributes`, { key: 'motto' })).status).toBe(200)
    expect(refusal(await support.delete(`${path}/attributes`, { key: 'motto' }))).toEqual([
      404,
      'group_attribute_not_found',
    ])
    // Without its only admin, the member who is left becomes one.
    expect((await support.delete(`${path}/members/${owner.id}`)).status).toBe(200)
    expect(await groupState(ann, group.id)).toMatchObject({ members: [ann.id], admins: [ann.id] })
    const { events } = (await ann.get(`/events?after=${cursor}`)).body
    const told = events.map(({ type, actor_id }: { type: string; actor_id: null }) => [
      type,
      actor_id,
    ])
    expect(told).toEqual([
      ['group.changed', null],
      ['group_member.removed', null],
      ['group_member.promoted', null],
    ])

    const { browser: admin } = await joinStaff(world, { role: 'admin' })
    expect(refusal(await support.delete(path, { name: 'Kind Words' }))).toEqual([
      403,
      'role_too_low',
    ])
    expect(refusal(await admin.delete(path, { name: 'kind words' }))).toEqual([
      422,
      'invalid_input',
    ])
    expect((await admin.delete(path, { name: 'Kind Words' })).status).toBe(200)
    expect((await ann.get(`/groups/${group.id}`)).status).toBe(404)
    const { entries } = (await admin.get(`/games/${world.game.id}/audit_log?target=group`)).body
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(
      ['delete', 'removeMember', 'removeAttribute', 'setAttribute', 'setAttribute', 'rename'].map(
        (action) => `admin.groups.${action}`,
      ),
    )
    expect(entries.at(-1)).toMatchObject({
      target_id: group.id,
      old_values: { name: 'Rude Words' },
      new_values: { name: 'Kind Words' },
    })
  },
)
