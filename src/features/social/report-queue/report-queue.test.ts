import { expect } from 'vitest'
import { joinStaff } from '../../../../test/support/staff.ts'
import { useMovableClock } from '../../../../test/support/clock.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'
import { limits } from '../../../limits.ts'

const codeOf = (reply: Reply) => [reply.status, reply.headers.get('x-error-code')]

const HIDDEN = '(hidden by a moderator)'

async function writeTo(author: Player, reader: Player, texts: string[]) {
  const { body } = await author.post('/chats', { usernames: [reader.username], text: 'hello' })
  const ids: number[] = []
  for (const text of texts)
    ids.push((await author.post('/messages', { chat_id: body.id, text })).body.id)
  return { chat_id: Number(body.id), ids }
}

const queueOf = ({ game }: World) => `/games/${game.id}/reports`

onEachEngine(
  'staff read a report with its context, hide the message and mute the author',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'support', game_ids: [world.game.id] })
    const [author, reader] = [await world.player(), await world.player()]
    const third = await world.player()
    const { cursor } = (await reader.get('/events')).body
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`)
    const { chat_id, ids } = await writeTo(author, reader, [...texts, 'an insult', 'later'])
    const message_id = ids[12]
    await reader.post('/blocks', { user_id: author.id })
    const report = { message_id, reason: 'harassment', text: 'look at this' }

    expect(codeOf(await third.post('/reports', report))).toEqual([422, 'message_not_found'])
    expect(codeOf(await author.post('/reports', report))).toEqual([422, 'reporting_oneself'])
    const sent = await Promise.all([
      reader.post('/reports', report),
      reader.post('/reports', report),
    ])
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    await third.post('/reports', { user_id: author.id, reason: 'name' })

    const queue = (await browser.get(queueOf(world))).body.reports
    expect(queue).toMatchObject([{ kind: 'player' }, { kind: 'message', open_reports: 1 }])
    const path = `${queueOf(world)}/${queue[1].id}`
    const { body } = await browser.get(path)
    expect(body.report).toMatchObject({
      reason: 'harassment',
      text: 'look at this',
      reporter_username: reader.username,
      snapshot: { text: 'an insult', username: author.username },
    })
    expect(body.messages.map(({ text }: { text: string }) => text)).toEqual([
      ...texts.slice(2),
      'an insult',
      'later',
    ])
    expect(body.earlier_reports).toMatchObject([{ kind: 'player', reason: 'name' }])

    await browser.get(`${queueOf(world)}/${queue[0].id}`)
    const { browser: admin } = await joinStaff(world, { role: 'admin' })
    const { entries } = (await admin.get(`/games/${world.game.id}/audit_log?target=report`)).body
    expect(entries).toMatchObject([
      {
        action: 'admin.reports.read',
        target_id: queue[1].id,
        new_values: { messages: 12, chat_id },
      },
    ])

    const actions = { actions: ['hide_message', 'mute'], reason: 'Insults' }
    const resolved = await browser.post(`${path}/resolve`, actions)
    expect(resolved.body).toMatchObject({
      report: { state: 'resolved', closed_by: 'Sam', actions: ['hide_message', 'mute'] },
      player: { is_muted: true },
      sanctions: [{ kind: 'mute' }],
    })
    expect(codeOf(await browser.post(`${path}/resolve`, actions))).toEqual([422, 'report_closed'])

    await reader.delete(`/blocks/${author.id}`)
    for (const player of [author, reader]) {
      const { messages } = (await player.get(`/messages/page/1?chat_id=${chat_id}`)).body
      expect(messages[1]).toMatchObject({ id: message_id, text: HIDDEN })
      const { direct_chats } = (await player.get('/chats/page/1')).body
      expect(direct_chats[0].messages[1].text).toBe(HIDDEN)
    }
    const replay = await reader.get(`/events?after=${cursor}`)
    expect(replay.text).not.toContain('an insult')
    expect(replay.text).toContain('message.hidden')
    await browser.post(`/games/${world.game.id}/messages/${message_id}/unhide`)
    const shown = await reader.get(`/messages/page/1?chat_id=${chat_id}`)
    expect(shown.body.messages[1].text).toBe('an insult')
  },
)

onEachEngine('a report of a name leads to a neutral one, for players and groups', async (world) => {
  const { browser } = await joinStaff(world, { role: 'support' })
  const [player, other] = [await world.player(), await world.player()]
  const group = (await player.post('/groups', { name: 'A bad name' })).body
  await other.post('/reports', { group_id: group.id, reason: 'name' })
  await other.post('/reports', { user_id: player.id, reason: 'name' })
  for (const { id } of (await browser.get(queueOf(world))).body.reports) {
    const reply = await browser.post(`${queueOf(world)}/${id}/resolve`, { actions: ['rename'] })
    expect(reply.status).toBe(200)
    const hidden = await browser.post(`${queueOf(world)}/${id}/dismiss`)
    expect(codeOf(hidden)).toEqual([422, 'report_closed'])
  }
  expect((await player.profile()).username).toMatch(/^player-[0-9a-f]{12}$/)
  expect((await other.get('/groups?query=bad')).body.groups).toEqual([])
  expect((await other.get('/groups?query=group')).body.groups).toMatchObject([
    { id: group.id, name: `group-${group.id}` },
  ])
})

onEachEngine('a player sends so many reports a day, however many at once', async (world) => {
  const clock = useMovableClock(world)
  const max = limits.reports_per_day.value
  const [player, ...others] = await world.players(max + 4)
  if (!player) throw new Error('no player was created')
  const replies = await Promise.all(
    others.map(({ id: user_id }) => player.post('/reports', { user_id, reason: 'cheating' })),
  )
  const refused = replies.filter(
    (reply) => reply.headers.get('x-error-code') === 'too_many_reports',
  )
  expect(refused).toHaveLength(3)
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(max)
  clock.advance(86_401)
  const again = await player.post('/reports', { user_id: others[0]?.id, reason: 'cheating' })
  expect(again.headers.get('x-error-code')).toBe('already_reported')
  const two = await player.post('/reports', { user_id: 1, group_id: 1, reason: 'cheating' })
  expect(two.headers.get('x-error-code')).toBe('invalid_input')
})

onEachEngine(
  'a hidden text is also hidden in the stored answers of everyone who was sent it',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'support', game_ids: [world.game.id] })
    const [author, reader] = [await world.player(), await world.player()]
    const group = (await author.post('/groups', { name: 'Night', can_auto_join: true })).body
    await reader.post('/group_connections', { group_id: group.id, user_id: reader.id })
    for (const to of [{ usernames: [author.username, reader.username] }, { group_id: group.id }]) {
      const keyed = (sender: Player, path: string, body: object, key: string) =>
        sender.post(path, body, { 'idempotency-key': `${key} ${JSON.stringify(to)}` })
      const { body: chat } = await author.post('/chats', { ...to, text: 'hello' })
      const insult = { chat_id: chat.id, text: 'an "insult" 100% \\ é' }
      const sent = await keyed(author, '/messages', insult, 'insult')
      const answer = { ...to, text: 'an answer' }
      const answered = await keyed(reader, '/chats', answer, 'answer')
      expect(answered.text).toContain(JSON.stringify(insult.text))
      await browser.post(`/games/${world.game.id}/messages/${sent.body.id}/hide`)

      const repeated = await keyed(reader, '/chats', answer, 'answer')
      expect(repeated.body.messages.map(({ text }: { text: string }) => text)).toEqual([
        'an answer',
        HIDDEN,
        'hello',
      ])
      expect(repeated.text).toBe(
        answered.text.replaceAll(JSON.stringify(insult.text), JSON.stringify(HIDDEN)),
      )
      const again = await keyed(author, '/messages', insult, 'insult')
      expect(again.body).toMatchObject({
        id: sent.body.id,
        text: HIDDEN,
        message: { text: HIDDEN },
      })
    }
  },
)
