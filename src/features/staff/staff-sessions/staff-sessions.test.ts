import { expect, onTestFinished, test } from 'vitest'
import { useMovableClock } from '../../../../test/support/clock.ts'
import { Browser, joinStaff, PASSWORD } from '../../../../test/support/staff.ts'
import {
  Client,
  ENGINES,
  onEachEngine,
  openWorld,
  type Reply,
} from '../../../../test/support/world.ts'
import { totpCode } from '../../../services/totp.ts'

const STEP_MS = 30_000

onEachEngine(
  'whoever is invited creates an account, signs out and signs in again',
  async (world) => {
    const { browser, email } = await joinStaff(world, { role: 'owner' })
    expect((await browser.get('/me')).body.staff).toMatchObject({
      email,
      role: 'owner',
      game_ids: null,
    })
    expect((await browser.delete('/sessions')).status).toBe(200)
    expect((await browser.get('/me')).status).toBe(401)
    expect((await browser.signIn(email, PASSWORD)).status).toBe(201)
    expect((await browser.get('/me')).status).toBe(200)
  },
)

onEachEngine('an invitation works once, also for many at once', async (world) => {
  const { body } = await world.system.post('//admin/api/staff_invitations', { role: 'viewer' })
  const accept = (number: number) =>
    new Browser(world).post('/staff_invitations/accept', {
      token: body.token,
      name: 'Eve',
      email: `eve-${number}-${world.game.id}@example.com`,
      password: PASSWORD,
    })
  const replies = await Promise.all(Array.from({ length: 10 }, (_, number) => accept(number)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 404),
  ])
})

onEachEngine('the cookie cannot be read by scripts or sent by other sites', async (world) => {
  const { browser } = await joinStaff(world, { role: 'viewer' })
  expect(browser.set_cookie).toMatch(
    /^playkeep_staff=\S+; Max-Age=\d+; Path=\/admin\/api; HttpOnly; SameSite=Strict$/,
  )
  const without = new Browser(world)
  without.cookie = browser.cookie
  const reply = await without.delete('/sessions')
  expect([reply.status, reply.headers.get('x-error-code')]).toEqual([403, 'csrf_token_missing'])
  expect((await browser.get('/me')).status).toBe(200)
})

onEachEngine(
  'with a second factor, signing in needs a code, and each works once',
  async (world) => {
    const clock = useMovableClock(world)
    const { browser, email } = await joinStaff(world, { role: 'viewer' })
    const begun = await browser.post('/me/second_factor', { current_password: PASSWORD })
    expect(begun.body.url).toContain(begun.body.secret)
    const code = () => totpCode(begun.body.secret, Math.floor(world.context.now() / STEP_MS))
    expect((await browser.put('/me/second_factor', { code: '000000' })).status).toBe(401)
    const confirmed = await browser.put('/me/second_factor', { code: code() })
    const { recovery_codes } = confirmed.body
    expect(recovery_codes).toHaveLength(10)

    const again = new Browser(world)
    const needed = await again.signIn(email, PASSWORD)
    expect([needed.status, needed.headers.get('x-error-code')]).toEqual([
      401,
      'second_factor_needed',
    ])
    expect((await again.signIn(email, PASSWORD, code())).status).toBe(401)
    clock.advance(60)
    const current = code()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => new Browser(world).signIn(email, PASSWORD, current)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await again.signIn(email, PASSWORD, recovery_codes[0])).status).toBe(201)
    expect((await again.signIn(email, PASSWORD, recovery_codes[0])).status).toBe(401)
    const own = { current_password: PASSWORD }
    expect((await again.delete('/me/second_factor', own)).status).toBe(401)
    expect((await again.put('/me', { ...own, password: 'a new long password' })).status).toBe(401)
    const with_code = { ...own, code: recovery_codes[1] }
    expect((await again.delete('/me/second_factor', with_code)).status).toBe(200)
    expect((await again.signIn(email, PASSWORD)).status).toBe(201)
  },
)

onEachEngine('a new password ends all other sessions, and needs the old one', async (world) => {
  const { browser, email } = await joinStaff(world, { role: 'viewer' })
  const other = new Browser(world)
  await other.signIn(email, PASSWORD)
  const change = { password: 'another long password' }
  expect((await browser.put('/me', { ...change, current_password: 'wrong' })).status).toBe(401)
  expect((await browser.put('/me', { ...change, current_password: PASSWORD })).status).toBe(200)
  expect((await browser.get('/me')).status).toBe(200)
  expect((await other.get('/me')).status).toBe(401)
  expect((await other.signIn(email, PASSWORD)).status).toBe(401)
  expect((await other.signIn(email, change.password)).status).toBe(201)
})

onEachEngine('sessions are listed, and one can be ended', async (world) => {
  const { browser, email } = await joinStaff(world, { role: 'viewer' })
  const other = new Browser(world)
  await other.signIn(email, PASSWORD)
  const { sessions } = (await browser.get('/sessions')).body
  expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, true])
  expect((await browser.delete(`/sessions/${sessions[0].id}`)).status).toBe(200)
  expect((await other.get('/me')).status).toBe(401)
  expect((await browser.delete(`/sessions/${sessions[0].id}`)).status).toBe(404)
})

for (const engine of ENGINES) {
  test(`guesses at a password or a code are slowed down, but not for whoever has a session there [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on', TRUST_PROXY: '1' })
    const { browser, email } = await joinStaff(world, { role: 'viewer' })
    const guess = (address: string) => {
      const guesser = new Browser(world)
      guesser.address = address
      return guesser.signIn(email, 'a wrong password')
    }
    const guesses = []
    for (let n = 0; n < 30; n++) guesses.push((await guess(`203.0.113.${n % 4}`)).status)
    expect(guesses[0]).toBe(401)
    const replies = []
    for (let n = 0; n < 12; n++) replies.push((await guess('203.0.113.9')).status)
    expect(replies).toContain(429)
    expect((await browser.get('/me')).status).toBe(200)
    const again = new Browser(world)
    expect((await again.signIn(email, PASSWORD)).status).toBe(201)
    // Also at the address that is known, and each counts once.
    const own = []
    for (let n = 0; n < 11; n++) own.push((await again.signIn(email, 'a wrong password')).status)
    expect(own).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    await close()
  })
}

for (const engine of ENGINES)
  test(`where a second factor is required, nothing but setting it up works before [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { STAFF_SECOND_FACTOR: 'required' })
    const { browser } = await joinStaff(world, { role: 'owner' })
    const codeOf = (reply: Reply) => [reply.status, reply.headers.get('x-error-code')]
    const refused = [403, 'second_factor_required']
    const own = { current_password: PASSWORD }
    expect(codeOf(await browser.get('/games'))).toEqual(refused)
    expect(
      codeOf(await browser.post('/tokens', { ...own, name: 'early', role: 'viewer' })),
    ).toEqual(refused)
    expect((await browser.get('/me')).body).toMatchObject({ second_factor_required: true })

    const begun = await browser.post('/me/second_factor', own)
    const code = totpCode(begun.body.secret, Math.floor(world.context.now() / STEP_MS))
    const confirmed = await browser.put('/me/second_factor', { code })
    expect(confirmed.status).toBe(200)
    expect((await browser.get('/games')).status).toBe(200)

    const { body } = await browser.post('/tokens', { ...own, name: 'nightly', role: 'viewer' })
    const program = new Client(world.server.url, { authorization: `Bearer ${body.token}` })
    expect((await program.get('//admin/api/games')).status).toBe(200)
    const [recovery_code] = confirmed.body.recovery_codes
    const removal = { ...own, code: recovery_code }
    expect((await browser.delete('/me/second_factor', removal)).status).toBe(200)
    expect(codeOf(await program.get('//admin/api/games'))).toEqual(refused)
    expect(codeOf(await program.get('//admin/api/me'))).toEqual(refused)
    await close()
  })

for (const engine of ENGINES)
  test(`wrong sessions and tokens do not keep out the staff at the same address [${engine}]`, async () => {
    const limits = 'address_unknown_tokens=4,address_wrong_keys=2'
    const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on', RATE_LIMITS: limits })
    onTestFinished(close)
    const { browser } = await joinStaff(world, { role: 'owner' })
    const wrong = [{ cookie: 'playkeep_staff=x' }, { authorization: 'Bearer pks_x' }]
    const statuses = []
    for (let n = 0; n < 6; n++)
      statuses.push((await world.visitor.get('//admin/api/me', wrong[n % 2])).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
    const key = { 'service-key-name': 'x', 'service-key-token': 'y' }
    const guesses = []
    for (let n = 0; n < 3; n++)
      guesses.push((await world.visitor.get('//admin/api/me', key)).status)
    expect(guesses).toEqual([401, 401, 429])
    expect((await browser.get('/me')).status).toBe(200)
  })

onEachEngine('nobody of the staff takes a name that the audit log uses', async (world) => {
  const { browser } = await joinStaff(world, { role: 'viewer' })
  const { token } = (await world.system.post('//admin/api/staff_invitations', { role: 'viewer' }))
    .body
  const names = [
    'the system key',
    'The System\u00a0Кey',
    'root on the server',
    'a\u202eb',
    'a\u0007',
  ]
  for (const name of names) {
    const renamed = await browser.put('/me', { name, current_password: PASSWORD })
    const email = `eve-${world.game.id}@example.com`
    const account = { token, name, email, password: PASSWORD }
    const joined = await new Browser(world).post('/staff_invitations/accept', account)
    expect([name, renamed.status, joined.status]).toEqual([name, 422, 422])
  }
  const renamed = await browser.put('/me', { name: 'Zoë 🎮', current_password: PASSWORD })
  expect(renamed.status).toBe(200)
})

onEachEngine('no page of another host signs its visitors in', async (world) => {
  const { email } = await joinStaff(world, { role: 'viewer' })
  const signIn = async (site: string) => {
    const headers = { 'sec-fetch-site': site }
    const fields = { email, password: PASSWORD }
    return (await world.visitor.post('//admin/api/sessions', fields, headers)).status
  }
  expect([await signIn('cross-site'), await signIn('same-site')]).toEqual([403, 403])
  expect([await signIn('same-origin'), await signIn('none')]).toEqual([201, 201])
})
