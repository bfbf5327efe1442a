import { expect } from 'vitest'
import { USER_FIELDS } from '../../../../test/support/user-fields.ts'
import { onEachEngine, unique, type World } from '../../../../test/support/world.ts'

function signUpFields(world: World, changes: Record<string, unknown> = {}) {
  const username = unique('ana')
  return {
    ...world.credentials,
    username,
    email: `${username}@example.com`,
    password: 'secret1',
    password_confirmation: 'secret1',
    ...changes,
  }
}

onEachEngine('a sign-up answers the full user object with a working token', async (world) => {
  const input = signUpFields(world)
  const { status, body } = await world.visitor.post('/users', input)

  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual([...USER_FIELDS, 'is_new_user'].sort())
  expect(body).toMatchObject({
    username: input.username,
    email: `_appid_${world.game.id}_${input.email}`,
    display_email: input.email,
    credits: 0,
    score: 0,
    number_of_logins: 0,
    is_new_user: true,
    events_total: 0,
  })
  expect(body.last_login).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const headers = { 'authentication-token': body.authentication_token }
  expect((await world.visitor.get(`/users/${body.id}`, headers)).status).toBe(200)
})

onEachEngine('a sign-up or sign-in with a wrong game id or token is 404', async (world) => {
  const other = await world.otherGame()
  const wrong = [{ game_id: 987_654 }, { game_token: 'nope' }, { game_token: other.game.token }]
  for (const change of wrong) {
    const reply = await world.visitor.post('/users', signUpFields(world, change))
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([404, 'game_not_found'])
    expect((await world.visitor.post('/sessions', signUpFields(world, change))).status).toBe(
      change.game_id || change.game_token ? 404 : 200,
    )
  }
})

onEachEngine('a taken username or email is 422, in upper or lower case', async (world) => {
  const first = signUpFields(world)
  await world.visitor.post('/users', first)
  const name = await world.visitor.post(
    '/users',
    signUpFields(world, { username: first.username.toUpperCase() }),
  )
  expect([name.status, name.text]).toEqual([422, 'Username has already been taken'])
  const mail = await world.visitor.post(
    '/users',
    signUpFields(world, { email: first.email.toUpperCase() }),
  )
  expect([mail.status, mail.text]).toEqual([422, 'Email has already been taken'])
  const other = await world.otherGame()
  expect((await world.visitor.post('/users', { ...first, ...other.credentials })).status).toBe(200)
})

onEachEngine('invalid sign-up input is 422 and names its field', async (world) => {
  const wrong: [string, Record<string, unknown>][] = [
    ['username', { username: '' }],
    ['username', { username: 'x'.repeat(65) }],
    ['username', { username: 'nul\0' }],
    ['username', { username: undefined }],
    ['email', { email: 'no-address' }],
    ['email', { email: `${'x'.repeat(250)}@a.de` }],
    ['password', { password: 'short', password_confirmation: 'short' }],
    ['password_confirmation', { password_confirmation: 'another' }],
    ['password_confirmation', { password_confirmation: undefined }],
    ['game_id', { game_id: 'abc' }],
    ['game_id', { game_id: 1.5 }],
    ['game_token', { game_token: undefined }],
    ['username', { username: { $gt: '' } }],
    ['password', { password: ['secret1'] }],
  ]
  for (const [field, change] of wrong) {
    const reply = await world.visitor.post('/users', signUpFields(world, change))
    expect([field, reply.status, reply.headers.get('content-type')]).toEqual([
      field,
      422,
      'text/plain; charset=utf-8',
    ])
    expect(reply.text).toMatch(new RegExp(`^${field}\\b.*\\.$`))
    expect(reply.text).not.toContain('\n')
  }
})

onEachEngine(
  'of 200 concurrent sign-ups with one username, one succeeds and 199 are 422',
  async (world) => {
    const username = unique('same')
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        world.visitor.post(
          '/users',
          signUpFields(world, { username, email: `${username}-${index}@example.com` }),
        ),
      ),
    )
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect([count(200), count(422)]).toEqual([1, 199])
  },
)

onEachEngine(
  'a sign-in takes the email or the username, counts the login, and keeps earlier tokens valid',
  async (world) => {
    const input = signUpFields(world)
    const up = await world.visitor.post('/users', input)
    for (const [index, email] of [
      input.email,
      input.username,
      input.email.toUpperCase(),
    ].entries()) {
      const { status, body } = await world.visitor.post('/sessions', {
        game_id: world.game.id,
        email,
        password: 'secret1',
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: up.body.id,
        number_of_logins: index + 1,
        is_new_user: false,
      })
    }
    const headers = { 'authentication-token': up.body.authentication_token }
    expect((await world.visitor.get(`/users/${up.body.id}`, headers)).status).toBe(200)
  },
)

onEachEngine('an unknown account and a wrong password get the same answer: 401', async (world) => {
  const player = await world.player()
  const wrong = { game_id: world.game.id, email: player.email, password: 'not it' }
  const unknown = { game_id: world.game.id, email: 'nobody@example.com', password: 'not it' }
  const [first, second] = await Promise.all([
    world.visitor.post('/sessions', wrong),
    world.visitor.post('/sessions', unknown),
  ])
  expect([first.status, first.text]).toEqual([401, 'The email, username or password is wrong.'])
  expect([second.status, second.text]).toEqual([first.status, first.text])
})

onEachEngine('a sign-in without the field email says what it takes', async (world) => {
  const fields = { game_id: world.game.id, username: 'ana', password: 'password' }
  const { status, headers, text } = await world.visitor.post('/sessions', fields)
  expect([status, headers.get('x-error-code')]).toEqual([422, 'invalid_input'])
  expect(text).toBe('email is required: an email address or a username.')
})

onEachEngine('a player of one game cannot sign in to another game', async (world) => {
  const player = await world.player()
  const other = await world.otherGame()
  const reply = await world.visitor.post('/sessions', {
    game_id: other.game.id,
    email: player.email,
    password: 'password',
  })
  expect(reply.status).toBe(401)
})

onEachEngine(
  'a device id creates one guest and finds it again, also with concurrent requests',
  async (world) => {
    const device_id = `device-${unique('x')}-0123456789`
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.visitor.post('/users/guest', { ...world.credentials, device_id }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies.filter(({ body }) => body.is_new_user)).toHaveLength(1)
    const short = await world.visitor.post('/users/guest', {
      ...world.credentials,
      device_id: 'short',
    })
    expect(short.status).toBe(422)
  },
)

onEachEngine(
  'a guest who sets email, username and password becomes a full account with the same id',
  async (world) => {
    const device_id = `device-${unique('x')}-0123456789`
    const { body: guest } = await world.visitor.post('/users/guest', {
      ...world.credentials,
      device_id,
    })
    expect(guest).toMatchObject({ email: '', display_email: '' })
    const headers = { 'authentication-token': guest.authentication_token }
    const { username, email, password, password_confirmation } = signUpFields(world)

    const half = await world.visitor.put(
      `/users/${guest.id}`,
      { username, password, password_confirmation },
      headers,
    )
    expect([half.status, half.text]).toEqual([422, 'email is required.'])
    const upgraded = await world.visitor.put(
      `/users/${guest.id}`,
      { username, email, password, password_confirmation },
      headers,
    )

    expect(upgraded.status).toBe(200)
    expect(upgraded.body).toMatchObject({ id: guest.id, username, display_email: email })
    const signed_in = await world.visitor.post('/sessions', {
      game_id: world.game.id,
      email,
      password,
    })
    expect(signed_in.body.id).toBe(guest.id)
    const again = await world.visitor.put(
      `/users/${guest.id}`,
      { password, password_confirmation },
      headers,
    )
    expect(again.status).toBe(422)
  },
)

onEachEngine(
  'players change their username and email, but not to one that is taken',
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const username = unique('renamed')
    const renamed = await player.put(`/users/${player.id}`, { username })
    expect(renamed.body).toMatchObject({
      username,
      display_email: player.email,
      authentication_token: player.token,
    })
    const taken = await player.put(`/users/${player.id}`, {
      username: other.username.toUpperCase(),
    })
    expect([taken.status, taken.text]).toEqual([422, 'Username has already been taken'])
    const mail = await player.put(`/users/${player.id}`, {
      email: other.email,
      current_password: 'password',
    })
    expect([mail.status, mail.text]).toEqual([422, 'Email has already been taken'])
    expect(
      (await player.put(`/users/${player.id}`, { username: player.username.toUpperCase() })).status,
    ).toBe(200)
    expect((await player.put(`/users/${other.id}`, { username: unique('mine') })).status).toBe(401)
  },
)

onEachEngine(
  'of 50 players who concurrently change to the same username, one gets it',
  async (world) => {
    const players = await world.players(50)
    const username = unique('wanted')
    const replies = await Promise.all(
      players.map((player) => player.put(`/users/${player.id}`, { username })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(49)
  },
)

onEachEngine(
  'a password change requires the current password and ends all other sessions',
  async (world) => {
    const player = await world.player()
    const other = await world.visitor.post('/sessions', {
      game_id: world.game.id,
      email: player.email,
      password: 'password',
    })
    const change = {
      current_password: 'password',
      password: 'changed',
      password_confirmation: 'changed',
    }
    const wrong = await player.put(`/users/${player.id}/password`, {
      ...change,
      current_password: 'wrong',
    })
    expect([wrong.status, wrong.headers.get('x-error-code')]).toEqual([401, 'wrong_password'])
    const unequal = await player.put(`/users/${player.id}/password`, {
      ...change,
      password_confirmation: 'other1',
    })
    expect(unequal.status).toBe(422)

    expect((await player.put(`/users/${player.id}/password`, change)).status).toBe(200)

    expect((await player.get(`/users/${player.id}`)).status).toBe(200)
    const headers = { 'authentication-token': other.body.authentication_token }
    expect((await world.visitor.get(`/users/${player.id}`, headers)).status).toBe(401)
    const sign_in = (password: string) =>
      world.visitor.post('/sessions', { game_id: world.game.id, email: player.email, password })
    expect((await sign_in('password')).status).toBe(401)
    expect((await sign_in('changed')).status).toBe(200)
  },
)

onEachEngine('deleting an account ends its sessions and frees its username', async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  expect((await player.delete(`/users/${other.id}`)).status).toBe(401)
  const reply = await player.delete(`/users/${player.id}`)
  expect([reply.status, typeof reply.body.message]).toEqual([200, 'string'])
  expect((await player.get(`/users/${player.id}`)).status).toBe(401)
  expect((await other.get(`/users/${player.id}`)).status).toBe(404)
  expect((await world.player({ username: player.username, email: player.email })).id).not.toBe(
    player.id,
  )
})
