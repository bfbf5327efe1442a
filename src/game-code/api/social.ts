import { announce } from '../../features/operations/announcements/rules.ts'
import { publicFields, publicUser, recordEvent } from '../../features/operations/events/rules.ts'
import { staffViewer } from '../../features/operations/games/rules.ts'
import { findPlayerOfGame } from '../../features/players/sessions/rules.ts'
import { findUserNamed, findUserOfGame } from '../../features/players/users/rules.ts'
import { setAttributeOfGroup } from '../../features/social/groups-admin/rules.ts'
import { findGroupInGame, searchGroups, showGroup } from '../../features/social/groups/rules.ts'
import { limits } from '../../limits.ts'
import type { Receiver, GameTransaction } from '../game.ts'
import type { Scope } from '../scope.ts'
import { readJson, readText, readWhole } from './arguments.ts'
import { inGame } from './economy.ts'
import { WrongArgument } from '../wrong-argument.ts'

export const playersOf = (scope: Scope): GameTransaction['players'] => ({
  get: (player) =>
    scope.run(async () => {
      const user = await findUserOfGame(scope.tx, inGame(scope, player))
      return user && publicFields(user)
    }),
  find: (username) =>
    scope.run(async () => {
      if (username.length > limits.username_characters.value) return undefined
      const name = readText('username', username, limits.username_characters.value)
      const user = await findUserNamed(scope.tx, scope.game_id, name)
      return user && publicUser(scope.tx, user.id)
    }),
})

export const groupsOf = (scope: Scope): GameTransaction['groups'] => {
  const { tx, context, game_id } = scope
  return {
    list: (player) =>
      scope.run(async () => {
        const member = await findPlayerOfGame(tx, inGame(scope, player))
        const filter = { user_id: member.id, per_page: 100 }
        const { groups } = await searchGroups(context, member, filter)
        return groups.map(({ id, name, group_type, member_count }) => ({
          id,
          name,
          group_type,
          member_count,
        }))
      }),
    members: (group_id) =>
      scope.run(async () => {
        const viewer = await staffViewer(tx, game_id)
        const group = await showGroup(context, viewer, { id: readWhole('group_id', group_id) })
        const members = 'members' in group ? group.members : []
        return members.map(({ id, username, is_admin }) => ({ id, username, is_admin }))
      }),
    setAttribute: (group_id, key, value) =>
      scope.run(async () => {
        const attribute = {
          key: readText('key', key, limits.attribute_key_characters.value),
          value: readText('value', value, limits.text_bytes.value),
        }
        const group = { id: game_id, group_id: readWhole('group_id', group_id) }
        await setAttributeOfGroup(context, group, attribute)
      }),
  }
}

export const messagesOf = (scope: Scope): GameTransaction['messages'] => ({
  announce: (text, to = 'everyone') =>
    scope.run(async () => {
      const { audience, audience_id } = await findAudience(scope, to)
      const receiver = {
        user: { user_id: audience_id },
        group: { group_id: audience_id },
        players: {},
      }[audience]
      const max = limits.announcement_characters.value
      const announcement = { ...receiver, text: readText('text', text, max) }
      await announce(scope.context, scope.game_id, announcement)
    }),
})

async function findAudience(scope: Scope, to: Receiver) {
  const { tx, game_id } = scope
  if (to === 'everyone') return { audience: 'players', audience_id: game_id } as const
  if ('group_id' in to) {
    const viewer = await staffViewer(tx, game_id)
    const { id } = await findGroupInGame(tx, viewer, readWhole('group_id', to.group_id))
    return { audience: 'group', audience_id: id } as const
  }
  const { id } = await findPlayerOfGame(tx, inGame(scope, to.player))
  return { audience: 'user', audience_id: id } as const
}

const EVENT_NAME = /^[a-z0-9_.-]{1,64}$/

export const eventsOf = (scope: Scope): GameTransaction['events'] => ({
  send: (name, data, to) =>
    scope.run(async () => {
      if (!EVENT_NAME.test(name))
        throw new WrongArgument(
          'The name of an event must be small letters, digits, _, - and dots.',
        )
      readText('data', readJson('data', data), limits.stored_value_bytes.value)
      const { tx, game_id } = scope
      const audience = await findAudience(scope, to)
      await recordEvent(tx, 'game.event', {
        game_id,
        actor_id: null,
        ...audience,
        data: { name, data },
      })
    }),
})
