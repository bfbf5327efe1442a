import { expect } from 'vitest'
import { onEachEngine, type Player, unique, type World } from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { completeSignIn, verifySignIn } from './rules.ts'

const OLD = 'password'

const newPassword = (player: Player, password: string, headers = {}) =>
  player.put(
    player.at('password'),
    { current_password: OLD, password, password_confirmation: password },
    headers,
  )

const signIn = ({ visitor, game }: World, email: string, password: string, headers = {}) =>
  visitor.post('/sessions', { game_id: game.id, email, password }, headers)

onEachEngine(
  'a password that is changed while a sign-in with the old one is checked opens no session',
  async (world) => {
    const player = await world.player()
    const input = { game_id: world.game.id, email: player.email, password: OLD }
    const verified = await verifySignIn(world.context, input, '127.0.0.1')
    expect((await newPassword(player, 'new-password')).status).toBe(200)
    const completed = inTransaction(world.context, (tx) =>
      completeSignIn(world.context, tx, verified),
    )
    await expect(completed).rejects.toMatchObject({ code: 'wrong_credentials' })
  },
)

onEachEngine(
  'of two password changes at once that know the old password, one is made',
  async (world) => {
    const player = await world.player()
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => newPassword(player, `new-password-${index}`)),
    )
    const changed = replies.findIndex(({ status }) => status === 200)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await signIn(world, player.email, `new-password-${changed}`)).status).toBe(200)
  },
)

onEachEngine(
  'a repeated sign-in does not show the stored answer to someone who has taken the name since',
  async (world) => {
    const [victim, thief] = [await world.player(), await world.player()]
    const [name, headers] = [victim.username, { 'idempotency-key': unique('login') }]
    expect((await signIn(world, name, OLD, headers)).body.id).toBe(victim.id)
    await victim.put(`/users/${victim.id}`, { username: unique('renamed') })
    expect((await thief.put(`/users/${thief.id}`, { username: name })).status).toBe(200)
    const replayed = await signIn(world, name, OLD, headers)
    expect([replayed.status, replayed.headers.get('x-error-code')]).toEqual([
      422,
      'idempotency_key_reused',
    ])
    expect(replayed.text).not.toContain(victim.email)
  },
)
