import { expect, test } from 'vitest'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, unique, type Reply, type World } from '../../../../test/support/world.ts'
import { WordFilter } from '../../../services/word-filter.ts'

const codeOf = (reply: Reply) => [reply.status, reply.headers.get('x-error-code')]

test('words are found in any case, with look-alikes and between signs, but not inside of others', () => {
  const filter = new WordFilter(['grit', '*blorb*', 'two words', 'дурак', '笨蛋'])
  const found = {
    GRIT: '****',
    'gr1t!': '****!',
    ｇｒｉｔ: '****',
    'g.r.i.t': '*******',
    'gr\u200bit': '*****',
    grіt: '****',
    aBLORBy: 'a*****y',
    'Two   WORDS': '***   *****',
    ДУРАК: '*****',
    你是笨蛋吗: '你是**吗',
    'a grít b': 'a **** b',
    'g̶r̶i̶t̶ b': '******** b',
    grit̶: '*****',
    'g\u0301.r.\u0336i.t': '*********',
    'дура\u0336к': '******',
    '笨\u0336蛋': '***',
    '🅶🅁🅸🆃': '****',
    gɍɨŧ: '****',
    'g\u0947rit': '*****',
  }
  for (const [text, masked] of Object.entries(found)) {
    expect([text, filter.matches(text), filter.mask(text)]).toEqual([text, true, masked])
  }
  for (const text of ['gritty', 'two other words', 'a b c', 'gr-it', '', '*', '🎉'])
    expect([text, filter.mask(text)]).toEqual([text, text])
  const accented = new WordFilter(['slúr', 'バカ', 'ก่า'])
  for (const text of ['slur', 's̶lu̶r', 'バカ'.normalize('NFD'), 'ก่า'])
    expect([text, accented.matches(text)]).toEqual([text, true])
  // Here a mark makes another letter.
  for (const text of ['ハカ', 'กา']) expect([text, accented.matches(text)]).toEqual([text, false])
})

test('a long message is searched for a thousand words within milliseconds', () => {
  const filter = new WordFilter(
    Array.from({ length: 1000 }, (_, index) => `*${'a'.repeat(index % 60)}b${index}*`),
  )
  const times = Array.from({ length: 20 }, () => {
    const started = performance.now()
    filter.mask('a'.repeat(2000) + 'a\u0336'.repeat(1000) + ' x'.repeat(2000))
    return performance.now() - started
  })
  // Five on an idle machine.
  expect(Math.min(...times)).toBeLessThan(25)
})

onEachEngine(
  'a game refuses words in new names, and masks or refuses them in messages',
  async (world: World) => {
    const { browser } = await joinStaff(world, { role: 'admin', game_ids: [world.game.id] })
    const path = `/games/${world.game.id}/word_filter`
    const put = (fields: object) =>
      browser.put(path, {
        words: ['blorb', '*grit*'],
        names: 'refuse',
        messages: 'mask',
        ...fields,
      })
    const [player, other] = [
      await world.player({ username: unique('oldgrit') }),
      await world.player(),
    ]
    expect((await browser.get(path)).body).toMatchObject({ words: [], names: 'off' })
    expect(codeOf(await put({ words: ['**'] }))).toEqual([422, 'invalid_input'])
    expect((await put({})).body).toMatchObject({ words: ['blorb', '*grit*'], messages: 'mask' })

    const passwords = { password: 'password', password_confirmation: 'password' }
    const sign_up = (username: string) =>
      world.visitor.post('/users', {
        ...world.credentials,
        username,
        email: `${unique('x')}@example.com`,
        ...passwords,
      })
    const not_allowed = [422, 'word_not_allowed']
    expect(codeOf(await sign_up('The BL0RB\u0336'))).toEqual(not_allowed)
    expect(codeOf(await player.put(`/users/${player.id}`, { username: 'my gr1ts' }))).toEqual(
      not_allowed,
    )
    expect((await player.put(`/users/${player.id}`, { username: player.username })).status).toBe(
      200,
    )
    expect(codeOf(await player.post('/groups', { name: 'blorb' }))).toEqual(not_allowed)
    const group = (await player.post('/groups', { name: 'fine' })).body
    expect(codeOf(await player.put(`/groups/${group.id}`, { name: 'blorb' }))).toEqual(not_allowed)
    for (const group_type of ['blorb', 'BLÓRB']) {
      expect(codeOf(await player.post('/groups', { name: 'ok', group_type }))).toEqual(not_allowed)
      expect(codeOf(await player.put(`/groups/${group.id}`, { group_type }))).toEqual(not_allowed)
      expect(codeOf(await player.put('/presence', { status: group_type }))).toEqual(not_allowed)
    }
    const chat = { usernames: [other.username], text: 'a BLÓRB, really' }
    expect((await player.post('/chats', chat)).body.messages[0].text).toBe('a *****, really')

    await put({ messages: 'refuse' })
    expect(codeOf(await player.post('/chats', chat))).toEqual(not_allowed)
    await put({ messages: 'off', names: 'off' })
    expect((await player.post('/chats', chat)).body.messages[0].text).toBe(chat.text)
    expect((await player.post('/groups', { name: 'blorb' })).status).toBe(201)
  },
)
