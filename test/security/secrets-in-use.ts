import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/storage/dialect.ts'
import { openWorld, unique } from '../support/world.ts'

/** A server that has received every kind of secret, and the secrets by name. */
export async function useEverySecret(engine: Engine) {
  const outbox = await mkdtemp(join(tmpdir(), 'playkeep-outbox-'))
  const { world, close } = await openWorld(
    engine,
    { LOG_LEVEL: 'trace', MAIL_OUTBOX: outbox },
    { password_cost: undefined },
  )
  const { visitor, system, game } = world
  const name = unique('Keeper')
  const email = `${name}@mail.example`
  const passwords = {
    first: 'first-Password!1',
    wrong: 'wrong-Password!2',
    last: 'last-Password!3',
  }
  const device_id = `${name}-device-0123456789`
  const account = (password: string) => ({
    ...world.credentials,
    email,
    username: name,
    password,
    password_confirmation: password,
  })

  const up = await visitor.post('/users', account(passwords.first), { 'idempotency-key': 'up' })
  const again = await visitor.post('/users', account(passwords.first), { 'idempotency-key': 'up' })
  const form = await visitor.send('POST', '/sessions', {
    form: { game_id: String(game.id), email, password: passwords.first },
  })
  await visitor.post('/sessions', { ...account(passwords.wrong) })
  await visitor.get(
    `/games/verify?game_id=${game.id}&game_token=${game.token}&authentication_token=${up.body.authentication_token}`,
  )
  const guest = await visitor.post('/users/guest', { ...world.credentials, device_id })
  const path = `/users/${up.body.id}`
  await visitor.get(`${path}?authentication_token=${form.body.authentication_token}`)
  await visitor.get(path, { authorization: `Bearer ${up.body.authentication_token}` })
  const key = await system.post(`//admin/api/games/${game.id}/service_keys`, { name: 'server' })
  await visitor.get(path, {
    'service-key-name': 'server',
    'service-key-token': key.body.token,
    'current-user-id': String(up.body.id),
  })
  const rotated = await system.post(`//admin/api/games/${game.id}/rotate_token`)
  await visitor.get(`/games/${game.id}/forget_password?email=${encodeURIComponent(email)}`)
  await world.context.mail.idle()
  const [mail = ''] = await Promise.all(
    (await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')),
  )
  const link = /token=(\S+)/.exec(mail)?.[1] ?? ''
  await visitor.get(`//reset_password?token=${link}`)
  await visitor.post('/password/reset', { ...account('short'), token: link })
  for (const broken of [`{"email":"${email}","password":"${passwords.first}"`, `--${email}`]) {
    const headers = { 'content-type': 'application/json', 'authentication-token': link }
    await visitor.send('POST', '/sessions', { raw: broken, headers })
  }
  await visitor.get(`/nothing/${email}/${encodeURIComponent(passwords.first)}?token=${link}`)
  await visitor.get(`/users/%zz${up.body.authentication_token}`)
  const changed = await visitor.put(
    `${path}/password`,
    { current_password: passwords.first, ...account(passwords.last) },
    { 'authentication-token': form.body.authentication_token },
  )
  if (changed.status !== 200) throw new Error(`the password was not changed: ${changed.text}`)
  await world.server.flush()

  return {
    world,
    /** Everything that can be used to sign in or to act. */
    secrets: {
      ...passwords,
      device_id,
      link,
      sign_up_token: String(up.body.authentication_token),
      repeated_token: String(again.body.authentication_token),
      sign_in_token: String(form.body.authentication_token),
      guest_token: String(guest.body.authentication_token),
      game_token: game.token,
      new_game_token: String(rotated.body.token),
      service_key: String(key.body.token),
      system_key: system.headers['service-key-token'] ?? '',
    },
    email,
    async close() {
      await close()
      await rm(outbox, { recursive: true })
    },
  }
}
