import { expect } from 'vitest'
import { limits } from '../../src/limits.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, type Player, type Reply, unique } from '../support/world.ts'

const refusal = ({ status, headers }: Reply) => `${status} ${headers.get('x-error-code')}`

/** Takes six bytes in JSON. */
const CONTROL = '\u0001'

const addEntry = (player: Player, leaderboard_name: string, more: object) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score: 1, ...more })

const addAttribute = (player: Player, value: string) =>
  player.post(player.at('add_game_user_attribute'), { key: 'key', value })

onEachEngine(
  'a text is in JSON at most twice as long as its maximum in bytes, in every encoding',
  async (world) => {
    const player = await world.player()
    const other = await world.player()
    const { body: group } = await player.post('/groups', { name: unique('group') })
    const write = (text: string) => player.post('/chats', { usernames: [other.username], text })
    const add = (value: string) =>
      player.post(`/groups/${group.id}/add_attribute`, { key: 'key', value })
    const own = player.at('add_game_user_attribute')

    const most = limits.text_bytes.value
    const form = { key: 'key', value: CONTROL.repeat(most) }
    const refused = [
      await addAttribute(player, CONTROL.repeat(most)),
      await addAttribute(player, CONTROL.repeat(most / 3 + 1)),
      await addAttribute(player, 'x'.repeat(most - 13_108) + CONTROL.repeat(13_108)),
      await player.send('POST', own, { form }),
      await player.post(own, { attributes: [form] }),
      await add(CONTROL.repeat(most)),
      await write(CONTROL.repeat(limits.message_bytes.value)),
    ]
    for (const { status, text } of refused) {
      expect([400, 422]).toContain(status)
      expect(text).toContain('a control character counts six')
    }
    expect(refused.map(({ headers }) => headers.get('x-error-code'))).toEqual(
      refused.map(() => 'invalid_input'),
    )

    const accepted = [
      await addAttribute(player, CONTROL.repeat(most / 3)),
      await addAttribute(player, '"'.repeat(most)),
      await addAttribute(player, '\n'.repeat(most)),
      await addAttribute(player, 'x'.repeat(most - 13_107) + CONTROL.repeat(13_107)),
      await add('\\'.repeat(most)),
      await write('\t'.repeat(limits.message_bytes.value)),
    ]
    expect(accepted.map(({ status }) => status)).toEqual(accepted.map(() => 200))
  },
)

const updateLonger = statement<{ user_id: number; text: string }>(
  'update leaderboard_entries set extra_attributes = :text where user_id = :user_id',
  { updates: 'leaderboard_entries' },
)

onEachEngine(
  'the text of a leaderboard entry is short, and a longer one from before is still shown',
  async (world) => {
    const player = await world.player()
    const most = limits.leaderboard_extra_bytes.value
    const board = unique('board')
    const refused = [
      await addEntry(player, board, { extra_attributes: 'x'.repeat(most + 1) }),
      await addEntry(player, board, { metadata: 'x'.repeat(most + 1) }),
      await addEntry(player, board, { metadata: { text: 'x'.repeat(most) } }),
      await addEntry(player, board, { extra_attributes: CONTROL.repeat(most) }),
      await addEntry(player, board, { metadata: CONTROL.repeat(most) }),
    ]
    expect(refused.map(refusal)).toEqual(refused.map(() => '400 invalid_input'))
    const extra_attributes = '"'.repeat(most)
    expect((await addEntry(player, board, { extra_attributes })).status).toBe(200)

    const text = 'x'.repeat(limits.text_bytes.value)
    await world.context.db.transaction((tx) => tx.run(updateLonger, { user_id: player.id, text }))
    const { body } = await player.get(player.at('leaderboard_entries'))
    expect(body.leaderboard_entries).toMatchObject([{ extra_attributes: text, metadata: text }])
    await player.post(player.at('clear_my_leaderboard_entries'), { leaderboard_name: board })
    expect((await player.get(player.at('leaderboard_entries'))).body.leaderboard_entries).toEqual(
      [],
    )
  },
)
