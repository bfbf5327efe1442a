import { onTestFinished } from 'vitest'
import type { Engine } from '../../src/storage/dialect.ts'
import { useMovableClock } from '../support/clock.ts'
import { openWorld, type Player, type Reply, unique, type World } from '../support/world.ts'

export const OUR_ADDRESS = { 'x-forwarded-for': '198.51.100.7' }
export const OTHER_ADDRESS = { 'x-forwarded-for': '198.51.100.8' }

/** A server with rate limits behind a proxy, and a clock that the test moves. */
export async function openLimited(
  engine: Engine,
  rates: string,
  settings: Record<string, string> = {},
  options: Parameters<typeof openWorld>[2] = {},
) {
  // The pace would slow down tests that send many requests; it has a test of its own.
  const RATE_LIMITS = ['player_pace=0', rates].filter(Boolean).join(',')
  const limits = { RATE_LIMIT: 'on', RATE_LIMITS, TRUST_PROXY: '1' }
  const { world, close } = await openWorld(engine, { ...limits, ...settings }, options)
  onTestFinished(close)
  return { world, clock: useMovableClock(world) }
}

export const repeat = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))

export const limited = (replies: Reply[]) => replies.filter(({ status }) => status === 429)

export const read = (player: Player) => player.get(player.at('game_user_attributes'), OUR_ADDRESS)

export const write = (player: Player) =>
  player.post(player.at('add_score'), { score: 1 }, OUR_ADDRESS)

/** With the system key, which has no limits. */
export const fillAttributes = ({ system }: World, player: Player) =>
  system.post(
    player.at('add_game_user_attribute'),
    { key: 'big', value: 'x'.repeat(4096) },
    { 'current-user-id': String(player.id) },
  )

export const signUp = ({ visitor, credentials }: World) => {
  const username = unique('new')
  const passwords = { password: 'password', password_confirmation: 'password' }
  const user = { ...credentials, username, email: `${username}@example.com`, ...passwords }
  return visitor.post('/users', user, OUR_ADDRESS)
}

export const signIn = ({ visitor, game }: World, email: string, headers = OUR_ADDRESS) =>
  visitor.post('/sessions', { game_id: game.id, email, password: 'password' }, headers)
