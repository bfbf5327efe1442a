import { expect } from 'vitest'
import {
  addMember,
  answerConnection,
  createGroup,
  fourPlayers,
  groupState,
  invite,
  refusal,
  requestToJoin,
} from '../../../../test/support/groups.ts'
import { onEachEngine, type Player, type Reply } from '../../../../test/support/world.ts'

onEachEngine(
  'only the invited player answers an invite, and only an admin a join request',
  async (world) => {
    const { owner, ann, ben, cem } = await fourPlayers(world)
    const group = await createGroup(owner)
    await addMember(owner, group.id, cem)
    const invited = await invite(owner, group.id, ann)
    const asked = await requestToJoin(ben, group.id)
    for (const status of ['accepted', 'declined']) {
      for (const player of [owner, ben, cem]) {
        expect(refusal(await answerConnection(player, invited, status))).toEqual([
          422,
          'connection_not_found',
        ])
      }
      for (const player of [ann, ben, cem]) {
        expect(refusal(await answerConnection(player, asked, status))).toEqual([
          422,
          'connection_not_found',
        ])
      }
    }
    for (const body of [{}, { status: 'pending' }, { status: 'ACCEPTED' }, { status: 1 }]) {
      const wrong = await ann.put(`/group_connections/${invited.body.id}`, body)
      expect([body, ...refusal(wrong)]).toEqual([body, 422, 'invalid_input'])
    }
    for (const id of ['987654321', 'abc', '0', '-5']) {
      const unknown = await ann.put(`/group_connections/${id}`, { status: 'accepted' })
      expect([id, ...refusal(unknown)]).toEqual([id, 422, 'connection_not_found'])
    }
    const stranger = await (await world.otherGame()).player()
    expect(refusal(await answerConnection(stranger, asked, 'accepted'))).toEqual([
      422,
      'connection_not_found',
    ])
    expect(await groupState(owner, group.id)).toMatchObject({
      requests: [ben.id],
      invites: [ann.id],
    })
  },
)

onEachEngine(
  'repeating an answer changes nothing, and a different answer is refused',
  async (world) => {
    const { owner, ann, ben } = await fourPlayers(world)
    const group = await createGroup(owner)
    const [invited, asked] = [
      await invite(owner, group.id, ann),
      await requestToJoin(ben, group.id),
    ]
    for (const _twice of [1, 2]) {
      expect((await answerConnection(ann, invited, 'accepted')).body.status).toBe('accepted')
      expect((await answerConnection(owner, asked, 'declined')).body.status).toBe('declined')
    }
    expect(refusal(await answerConnection(ann, invited, 'declined'))).toEqual([
      422,
      'connection_answered',
    ])
    expect(refusal(await answerConnection(owner, asked, 'accepted'))).toEqual([
      422,
      'connection_answered',
    ])
    expect(await groupState(owner, group.id)).toMatchObject({
      members: [owner.id, ann.id],
      count: 2,
    })
    const auto = await createGroup(owner, { can_auto_join: true })
    const joined = await requestToJoin(ben, auto.id)
    expect((await answerConnection(ben, joined, 'accepted')).status).toBe(200)
    expect((await answerConnection(owner, joined, 'accepted')).status).toBe(200)
    expect((await groupState(owner, auto.id)).count).toBe(2)
  },
)

onEachEngine('after a decline, cancel or leave a new connection is possible', async (world) => {
  const { owner, ann } = await fourPlayers(world)
  const group = await createGroup(owner)
  const cancel = (player: Player, { body }: Reply) =>
    player.delete(`/group_connections/cancel/${body.id}`)
  await answerConnection(owner, await requestToJoin(ann, group.id), 'declined')
  expect((await cancel(ann, await requestToJoin(ann, group.id))).status).toBe(200)
  await answerConnection(ann, await invite(owner, group.id, ann), 'declined')
  const cancelled = await cancel(owner, await invite(owner, group.id, ann))
  expect(cancelled.body).toEqual({ message: 'connection has been cancelled' })
  await addMember(owner, group.id, ann)
  const left = await ann.delete(`/group_connections/leave/${group.id}`)
  expect([left.status, left.body]).toEqual([200, { message: 'you have left the group' }])
  expect((await requestToJoin(ann, group.id)).body.status).toBe('pending')
  expect(await groupState(owner, group.id)).toMatchObject({ requests: [ann.id], count: 1 })
})

onEachEngine(
  'only its sender cancels a connection, and admins cancel any invite',
  async (world) => {
    const { owner, ann, ben, cem } = await fourPlayers(world)
    const group = await createGroup(owner)
    await addMember(owner, group.id, ann)
    const cancel = async (player: Player, { body }: Reply) =>
      (await player.delete(`/group_connections/cancel/${body.id}`)).status
    const asked = await requestToJoin(ben, group.id)
    const invited = await invite(ann, group.id, cem)
    const stranger = await (await world.otherGame()).player()
    for (const player of [owner, ann, cem, stranger]) expect(await cancel(player, asked)).toBe(422)
    for (const player of [ben, cem, stranger]) expect(await cancel(player, invited)).toBe(422)
    expect(await cancel(owner, invited)).toBe(200)
    expect(await cancel(ann, await invite(ann, group.id, cem))).toBe(200)
    expect(await cancel(ben, asked)).toBe(200)
    expect(await cancel(ben, asked)).toBe(422)
    for (const id of ['987654321', 'abc']) {
      expect((await ben.delete(`/group_connections/cancel/${id}`)).status).toBe(422)
    }
    const answered = await invite(owner, group.id, cem)
    await answerConnection(cem, answered, 'accepted')
    expect(await cancel(owner, answered)).toBe(422)
    expect((await groupState(owner, group.id)).count).toBe(3)
  },
)
