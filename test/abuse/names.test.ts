import { expect } from 'vitest'
import { fillUsernameSkeletons } from '../../src/features/players/usernames/rules.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, unique, type World } from '../support/world.ts'

const signUp = ({ visitor, credentials }: World, username: string) =>
  visitor.post('/users', {
    ...credentials,
    username,
    email: `${unique('mail')}@example.com`,
    password: 'password',
    password_confirmation: 'password',
  })

/** By what is wrong with them. */
const BAD_NAMES = {
  control: ['a\u0007b', 'a\nb', 'a\u009fb'],
  'zero width': [
    'ad\u200bmin',
    'ad\u200cmin',
    'ad\u200dmin',
    '\ufeffadmin',
    'ad\u00admin',
    'ad\u2060min',
  ],
  'direction of writing': ['\u202enimda', 'a\u2066b\u2069', 'a\u200fb'],
  'invisible letters': ['\u3164', '\u115f\u1160', '\uffa0', 'a\u034fb', '\u2800', 'a\u2800b'],
  'blank signs': ['\u{1d159}', 'a\u{1d159}', 'a\u{13441}b', '\u{13442}'],
  'marks of another script': [
    'Admin\u{16fe4}',
    'Admin\u{1bc9d}',
    'Admin\u{1da9b}',
    'Admin\u1734',
    'Admin\u05bf',
    'Админ\u05bf',
    '1\u{16fe4}',
    'Admi\u0323\u{16fe4}n',
  ],
  'variation selectors and tags': ['a\ufe0f', 'a\ufe00', 'a\u{e0061}', 'a\u{e0100}'],
  'no character': ['a\u0378', 'a\ue000', 'a\u{f0000}', 'a\ufdd0'],
  'line separators': ['a\u2028b', 'a\u2029b'],
  'blanks at an end': [' admin', 'admin ', '\u00a0admin', 'admin\u3000', ' '],
  'nothing but marks': ['\u0301', '\u0301\u0302', '\u0301a'],
  'marks piled up': [`a${'\u0301'.repeat(20)}`],
}

const GOOD_NAMES = [
  'Ana',
  'ana_2',
  'x',
  'John Doe',
  "O'Neil",
  'Жанна',
  'Ελένη',
  'محمد',
  '山田太郎',
  'สมชาย',
  'नमस्ते',
  'é',
  'Ȧdmin\u0323',
  'Ра́да',
  'שָׁלוֹם',
  'مُحَمَّد',
  'ガ\u3099',
  'ᎠᏂ',
  '🎮',
  '👨‍👩‍👧',
  '❤️ Ana',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '1️⃣',
  '<b>&',
  '...',
]

onEachEngine(
  'names that hide something are refused for users, groups and leaderboards',
  async (world) => {
    const player = await world.player()
    for (const [problem, names] of Object.entries(BAD_NAMES))
      for (const name of names) {
        const about = `${problem}: ${JSON.stringify(name)}`
        const replies = await Promise.all([
          signUp(world, name),
          player.put(`/users/${player.id}`, { username: name }),
          player.post('/groups', { name }),
          player.post(player.at('add_leaderboard_entry'), { leaderboard_name: name, score: 1 }),
        ])
        expect([about, ...replies.map(({ status }) => status)]).toEqual([about, 422, 422, 422, 400])
        for (const { text } of replies)
          expect(text).toMatch(/^(username|name|leaderboard_name) must .*\.$/)
      }
    for (const [index, name] of GOOD_NAMES.entries()) {
      expect([name, (await signUp(world, name)).status]).toEqual([name, 200])
      if (index < 3) expect((await player.post('/groups', { name })).status).toBe(201)
    }
  },
)

onEachEngine(
  'a username is not an email address, also not one in full-width characters',
  async (world) => {
    for (const name of ['ana@example.com', 'ana＠example.com', 'a@b']) {
      const { status, text } = await signUp(world, name)
      expect([name, status, text]).toEqual([name, 422, 'username must not be an email address.'])
    }
    expect((await signUp(world, '@ana')).status).toBe(200)
  },
)

onEachEngine('names that the server itself gives are not chosen by players', async (world) => {
  const device = { ...world.credentials, device_id: unique('device-0123456789') }
  const { body: guest } = await world.visitor.post('/users/guest', device)
  const headers = { 'authentication-token': guest.authentication_token }
  const player = await world.player()
  for (const username of ['deleted user', 'DeIeted  User', 'guest-1', 'Guеst–0123456789abcdef']) {
    const replies = [
      await signUp(world, username),
      await player.put(`/users/${player.id}`, { username }),
      await world.visitor.put(`/users/${guest.id}`, { username }, headers),
    ]
    for (const { status, text } of replies)
      expect([username, status, text]).toEqual([
        username,
        422,
        'username must not be one that the server itself gives: deleted user, or guest- and more.',
      ])
  }
  const { username } = guest
  expect((await world.visitor.put(`/users/${guest.id}`, { username }, headers)).status).toBe(200)
  for (const name of ['guest', 'guests', 'undeleted user'])
    expect([name, (await signUp(world, name)).status]).toEqual([name, 200])
})

const LOOK_ALIKES: [taken: string, fakes: string[]][] = [
  ['Paypal', ['ＰＡＹＰＡＬ', 'Pаypаl', 'PaypaI', 'Paypa1', '𝒫𝒶𝓎𝓅𝒶𝓁', 'ρаγρаl', 'Pɑypal']],
  ['Admin', ['Ꭺdmin', 'ꓮdmin', 'ꭺdmin', 'ꓮꓓꓟin', 'Adm\u0131n', 'Admi\u0307n', 'ADMİN', 'AdmᎥn']],
  ['Cops', ['ⲤⲞⲢS', 'ⲥⲟⲣs', 'ᏟOᏢᏚ', 'Ꮯoꮲꮪ', '𐐕ops', 'C𐐬p𐑈', '𐊢𐊫𐊕S']],
  ['root', ['r00t', 'rοοt', 'гооt', 'rооt', 'ROOT']],
  ['strasse', ['straße', 'STRASSE']],
  ['Саша', ['Cаша', 'сaшa']],
  ['two words', ['two  words', 'two\u00a0words', 'two\u3000words']],
  ['x-y', ['x‐y', 'x–y', 'x−y']],
]

onEachEngine('a name that looks like a taken one is taken', async (world) => {
  for (const [taken, fakes] of LOOK_ALIKES) {
    expect([taken, (await signUp(world, taken)).status]).toEqual([taken, 200])
    const renaming = await world.player()
    for (const fake of fakes) {
      const { status, text } = await signUp(world, fake)
      expect([fake, status, text]).toEqual([fake, 422, 'Username has already been taken'])
      const renamed = await renaming.put(`/users/${renaming.id}`, { username: fake })
      expect([fake, renamed.text]).toEqual([fake, 'Username has already been taken'])
    }
  }
  // Words that differ stay different.
  for (const name of ['Paypals', 'rot', 'Saša', 'two-words', 'xy'])
    expect([name, (await signUp(world, name)).status]).toEqual([name, 200])
})

const insertOld = statement<{ game_id: number; username: string; password_of: number }>(
  `insert into users (game_id, username, username_key, password_hash, last_login, created_at)
   select :game_id, :username, lower(:username), password_hash, 0, 0 from users where id = :password_of`,
  { inserts: 'users' },
)

onEachEngine(
  'names from before these rules still sign in and are found, and protected from look-alikes',
  async (world) => {
    const player = await world.player()
    const { id: game_id } = world.game
    const old = ['pay\u200bpal', 'paypa1', 'paypal', ' blank ', 'me@example.com']
    for (const username of old)
      await world.context.db.transaction((tx) =>
        tx.run(insertOld, { game_id, username, password_of: player.id }),
      )
    await fillUsernameSkeletons(world.context)
    for (const username of old) {
      const account = { game_id, email: username, password: 'password' }
      const signed_in = await world.visitor.post('/sessions', account)
      expect([username, signed_in.status, signed_in.body?.username]).toEqual([
        username,
        200,
        username,
      ])
      expect((await player.post('/friendships', { username })).status).toBe(200)
      // Sending the own old name again, as a client may with another field, changes nothing.
      const headers = { 'authentication-token': signed_in.body.authentication_token }
      const kept = await world.visitor.put(`/users/${signed_in.body.id}`, { username }, headers)
      expect([username, kept.status]).toEqual([username, 200])
    }
    expect((await signUp(world, 'paypaI')).status).toBe(422)
  },
)

onEachEngine(
  'groups and leaderboards with names from before these rules stay usable',
  async (world) => {
    const [player, member] = [await world.player(), await world.player()]
    const old = 'Night\u200b Owls '
    const group = (await player.post('/groups', { name: 'new', can_auto_join: true })).body
    await player.post(player.at('add_leaderboard_entry'), { leaderboard_name: 'new', score: 1 })
    await world.context.db.rawTransaction(async (run) => {
      await run(`update groups set name = '${old}' where id = ${group.id}`)
      for (const table of ['leaderboard_entries', 'leaderboard_bests'])
        await run(
          `update ${table} set leaderboard_name = '${old}' where user_id = ${player.id} and leaderboard_name = 'new'`,
        )
    })
    const joined = await member.post('/group_connections', {
      group_id: group.id,
      user_id: member.id,
    })
    const kept = await player.put(`/groups/${group.id}`, { name: old, group_type: 'Public' })
    expect([joined.status, kept.status, kept.body.name]).toEqual([200, 200, old])
    expect((await player.put(`/groups/${group.id}`, { name: `${old}!\u200b` })).status).toBe(422)
    const entry = (leaderboard_name: string) =>
      member.post(member.at('add_leaderboard_entry'), { leaderboard_name, score: 2 })
    expect([(await entry(old)).status, (await entry(`other ${old}`)).status]).toEqual([200, 400])
    const list = `/games/${world.game.id}/leaderboard_entries?leaderboard_name=${encodeURIComponent(old)}`
    expect((await member.get(list)).body.leaderboard_entries).toHaveLength(2)
  },
)

onEachEngine(
  'a name of 100,000 combining marks is refused before it is normalized',
  async (world) => {
    const player = await world.player()
    const name = `a${'\u0315\u0300'.repeat(50_000)}`
    const replies = await Promise.all([
      signUp(world, name),
      player.put(`/users/${player.id}`, { username: name }),
      player.post('/groups', { name }),
      player.post('/friendships', { username: name }),
      player.post('/chats', { usernames: [name], text: 'hello' }),
      world.visitor.post('/sessions', {
        game_id: world.game.id,
        email: name,
        password: 'password',
      }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422])
    for (const { text } of replies.slice(0, 3)) expect(text).toContain('characters long')
  },
)
