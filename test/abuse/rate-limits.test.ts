import { expect, test } from 'vitest'
import { T } from '../../src/http/typed-schema.ts'
import type { Routes } from '../../src/http/types.ts'
import { rateLimitNames, type RateLimitName, rateLimits } from '../../src/rate-limits.ts'
import { ENGINES, type Player, type Reply, unique, type World } from '../support/world.ts'
import {
  fillAttributes,
  limited,
  openLimited,
  OUR_ADDRESS,
  read,
  repeat,
  signIn,
  signUp,
  write,
} from './limited-world.ts'

interface Attack {
  /** So many are allowed; the next one is refused. */
  count: number
  prepare?: (world: World, player: Player) => Promise<unknown>
  send: (world: World, player: Player, index: number) => Promise<Reply>
  /** The costs are known only after the answer. */
  one_by_one?: true
}

const sendMessage: Attack['send'] = (_world, player) =>
  player.post('/chats', { usernames: [player.username], text: 'spam' }, OUR_ADDRESS)
const addRound: Attack['send'] = (_world, player) =>
  player.post('/game_rounds', { game_user_id: player.id, game_type: 'x' }, OUR_ADDRESS)
const forgetPassword: Attack['send'] = (world) =>
  world.visitor.get(`/games/${world.game.id}/forget_password?email=nobody@example.com`, OUR_ADDRESS)
const guessCode: Attack['send'] = (_world, player) =>
  player.post('/multiplayer_game_rounds/join', { code: 'KXWPTA' }, OUR_ADDRESS)
/** Sends no mail, but counts as a request for one. */
const mailRoute: Routes = (app) => {
  const schema = { rate: ['mails'], response: { 200: T.Object({}) } } as const
  app.post(
    '/mail_to_oneself',
    { schema, config: { needs_no_stored_answer: true } },
    async () => ({}),
  )
}

type RefusingLimit = Exclude<RateLimitName, 'player_pace'>

/** For every limit that refuses, a request that reaches it. */
const attacks: Record<RefusingLimit, Attack> = {
  player_reads: { count: 5, send: (_world, player) => read(player) },
  player_writes: { count: 5, send: (_world, player) => write(player) },
  player_messages: { count: 3, send: sendMessage },
  player_mails: {
    count: 2,
    send: (_world, player) => player.post('/mail_to_oneself', {}, OUR_ADDRESS),
  },
  player_exports: {
    count: 2,
    send: (_world, player) => player.get(player.at('export'), OUR_ADDRESS),
    one_by_one: true,
  },
  player_rounds: { count: 3, send: addRound },
  player_round_bytes: { count: 1, send: addRound },
  player_round_codes: { count: 3, send: guessCode },
  player_leaderboard_entries: {
    count: 3,
    send: (_world, player) =>
      player.post(
        player.at('add_leaderboard_entry'),
        { leaderboard_name: 'top', score: 1 },
        OUR_ADDRESS,
      ),
  },
  player_written_bytes: { count: 1, send: (_world, player) => write(player) },
  player_answered_bytes: {
    count: 1,
    prepare: fillAttributes,
    send: (_world, player) => read(player),
    one_by_one: true,
  },
  address_reads: {
    count: 5,
    send: (world) => world.visitor.get('/util/get_server_time', OUR_ADDRESS),
  },
  address_writes: { count: 5, send: (_world, player) => write(player) },
  address_messages: { count: 3, send: sendMessage },
  address_round_codes: { count: 3, send: guessCode },
  address_sign_ups: { count: 2, send: (world) => signUp(world) },
  address_guests: {
    count: 3,
    send: (world) =>
      world.visitor.post(
        '/users/guest',
        { ...world.credentials, device_id: unique('device-of-a-flood') },
        OUR_ADDRESS,
      ),
  },
  address_sign_ins: { count: 2, send: (world, player) => signIn(world, player.email) },
  address_mails: { count: 3, send: forgetPassword },
  address_written_bytes: { count: 1, send: (_world, player) => write(player) },
  address_answered_bytes: {
    count: 1,
    send: (world) => world.visitor.get('//openapi.json', OUR_ADDRESS),
    one_by_one: true,
  },
  address_unknown_tokens: {
    count: 3,
    send: (world, player) =>
      world.visitor.get(player.at('game_user_attributes'), {
        ...OUR_ADDRESS,
        'authentication-token': 'ended-long-ago',
      }),
  },
  address_wrong_keys: {
    count: 3,
    send: (world) =>
      world.visitor.get('//admin/api/games', {
        ...OUR_ADDRESS,
        'service-key-name': 'tests',
        'service-key-token': 'guessed',
      }),
  },
  game_reads: { count: 5, send: (_world, player) => read(player) },
  game_writes: { count: 5, send: (_world, player) => write(player) },
}

async function sendMany({ send, one_by_one }: Attack, world: World, player: Player, times: number) {
  if (!one_by_one) return repeat(times, (index) => send(world, player, index))
  const replies: Reply[] = []
  for (let index = 0; index < times; index++) replies.push(await send(world, player, index))
  return replies
}

for (const name of rateLimitNames.filter((one) => one !== 'player_pace')) {
  for (const engine of ENGINES) {
    test(`${name}: so many are allowed at once, and again after the period [${engine}]`, async () => {
      const attack = attacks[name]
      const { count, prepare } = attack
      const { world, clock } = await openLimited(
        engine,
        `${name}=${count}`,
        {},
        { extra: mailRoute },
      )
      const player = await world.player()
      await prepare?.(world, player)

      const replies = await sendMany(attack, world, player, count + 4)

      const refused = limited(replies)
      expect(refused).toHaveLength(4)
      for (const { headers, text } of refused) {
        const seconds = Number(headers.get('retry-after'))
        expect(seconds).toBeGreaterThanOrEqual(1)
        expect(headers.get('x-error-code')).toBe('too_many_requests')
        expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
        expect(headers.get('ratelimit')).toBe(`"${name}";r=0;t=${seconds}`)
        expect(headers.get('ratelimit-policy')).toMatch(
          new RegExp(`^"${name}";q=${count};w=\\d+(;qu="content-bytes")?$`),
        )
        expect(text).toContain(`(${name}). Wait for the time in the header Retry-After`)
      }
      clock.advance(2 * rateLimits[name].seconds + 1)
      const [later] = await sendMany(attack, world, player, 1)
      expect(later?.headers.get('x-error-code')).not.toBe('too_many_requests')
    })
  }
}

for (const engine of ENGINES) {
  test(`whoever has read too much, because others made it large, still reads what is small [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_answered_bytes=1')
    const player = await world.player()
    await fillAttributes(world, player)
    expect((await read(player)).status).toBe(200)
    expect((await read(player)).status).toBe(429)
    expect((await player.get('/friends', OUR_ADDRESS)).status).toBe(200)
    expect((await read(player)).status).toBe(429)
  })
}
