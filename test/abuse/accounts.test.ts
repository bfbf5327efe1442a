import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { openWithOutbox } from '../support/outbox.ts'
import { ENGINES, onEachEngine, Player, unique, type World } from '../support/world.ts'

const signIn = ({ visitor, game }: World, email: string, password = 'password') =>
  visitor.post('/sessions', { game_id: game.id, email, password })

const requestReset = ({ visitor, game }: World, email: string) =>
  visitor.get(`/games/${game.id}/forget_password?email=${encodeURIComponent(email)}`)

const newPassword = (token: string) => ({
  token,
  password: 'brand-new',
  password_confirmation: 'brand-new',
})

for (const engine of ENGINES) {
  test(`a stolen token does not change the email address without the current password [${engine}]`, async () => {
    const { world, mailsTo, token, close } = await openWithOutbox(engine)
    const player = await world.player()
    const other_session = (await signIn(world, player.email)).body.authentication_token
    await requestReset(world, player.email)
    const link = await token()
    const change = (fields: object) => player.put(`/users/${player.id}`, fields)
    const email = `${unique('new')}@example.com`

    const stolen = await change({ email })
    expect([stolen.status, stolen.text]).toEqual([
      422,
      'current_password is required to change the email address.',
    ])
    const guessed = await change({ email, current_password: 'guess' })
    expect([guessed.status, guessed.headers.get('x-error-code')]).toEqual([401, 'wrong_password'])
    expect((await change({ email: player.email })).status).toBe(200)

    const changed = await change({ email, current_password: 'password' })
    expect([changed.status, changed.body?.display_email]).toEqual([200, email])
    const headers = { 'authentication-token': other_session }
    expect((await world.visitor.get(`/users/${player.id}`, headers)).status).toBe(401)
    expect((await player.get(`/users/${player.id}`)).status).toBe(200)
    expect((await world.visitor.post('/password/reset', newPassword(link))).status).toBe(422)
    const [, notice, ...more] = await mailsTo(player.email)
    expect(notice).toContain('Subject: Test game: your email address was changed')
    expect(notice).not.toContain(email)
    expect(more).toEqual([])
    await close()
  })

  test(`a new password is announced to the owner, and ends other sessions and reset links [${engine}]`, async () => {
    const { world, mailsTo, token, close } = await openWithOutbox(engine)
    const player = await world.player()
    await requestReset(world, player.email)
    const link = await token()
    const change = {
      current_password: 'password',
      password: 'changed',
      password_confirmation: 'changed',
    }
    expect((await player.put(player.at('password'), change)).status).toBe(200)
    expect((await world.visitor.post('/password/reset', newPassword(link))).status).toBe(422)
    expect((await mailsTo(player.email)).at(-1)).toContain(
      'Subject: Test game: your password was changed',
    )
    await close()
  })

  test(`a password that was reset through a link is announced to the owner [${engine}]`, async () => {
    const { world, mailsTo, token, close } = await openWithOutbox(engine)
    const player = await world.player()
    await requestReset(world, player.email)
    const link = await token()
    expect((await world.visitor.post('/password/reset', newPassword(link))).status).toBe(200)
    expect((await world.visitor.post('/password/reset', newPassword(link))).status).toBe(422)
    const [, notice, ...more] = await mailsTo(player.email)
    expect(notice).toContain('Subject: Test game: your password was changed')
    expect(more).toEqual([])
    await close()
  })

  test(`after a password reset, the device that was there first is a stranger, also in parallel [${engine}]`, async () => {
    const { world, token, close } = await openWithOutbox(engine)
    for (let round = 0; round < 5; round++) {
      const device_id = unique('device-0123456789')
      const asGuest = () => world.visitor.post('/users/guest', { ...world.credentials, device_id })
      const { body: guest } = await asGuest()
      const thief = new Player(world.server.url, guest)
      const email = `${unique('owner')}@example.com`
      const account = { email, password: 'password', password_confirmation: 'password' }
      expect((await thief.put(`/users/${thief.id}`, account)).status).toBe(200)
      await requestReset(world, email)
      const link = await token()

      const [reset, ...racing] = await Promise.all([
        world.visitor.post('/password/reset', newPassword(link)),
        ...Array.from({ length: 8 }, asGuest),
      ])
      expect(reset.status).toBe(200)
      for (const { status, body } of [...racing, await asGuest()]) {
        expect(status).toBe(200)
        const headers = { 'authentication-token': body.authentication_token }
        const { status: seen } = await world.visitor.get(`/users/${body.id}`, headers)
        expect(seen).toBe(body.id === guest.id ? 401 : 200)
      }
      expect((await asGuest()).body.id).not.toBe(guest.id)
      expect((await thief.get(`/users/${guest.id}`)).status).toBe(401)
      expect((await signIn(world, email, 'brand-new')).body.id).toBe(guest.id)
    }
    await close()
  })

  test(`a new password or email address makes the device of a former guest a stranger, becoming a full account does not [${engine}]`, async () => {
    const { world, close } = await openWithOutbox(engine)
    const secret = { password: 'password', password_confirmation: 'password' }
    const upgraded = async () => {
      const device_id = unique('device-0123456789')
      const asGuest = () => world.visitor.post('/users/guest', { ...world.credentials, device_id })
      const player = new Player(world.server.url, (await asGuest()).body)
      // An address alone leaves the guest a guest, who has nothing but the device.
      const email = `${unique('owner')}@example.com`
      expect((await player.put(`/users/${player.id}`, { email })).status).toBe(200)
      expect((await asGuest()).body.id).toBe(player.id)
      expect((await player.put(`/users/${player.id}`, secret)).status).toBe(200)
      expect((await asGuest()).body.id).toBe(player.id)
      return { player, asGuest }
    }
    const changes = [
      (player: Player) =>
        player.put(player.at('password'), { ...newPassword(''), current_password: 'password' }),
      (player: Player) =>
        player.put(`/users/${player.id}`, {
          email: `${unique('new')}@example.com`,
          current_password: 'password',
        }),
    ]
    for (const change of changes) {
      const { player, asGuest } = await upgraded()
      const [changed, ...racing] = await Promise.all([
        change(player),
        ...Array.from({ length: 4 }, asGuest),
      ])
      expect(changed.status).toBe(200)
      for (const { body } of racing) {
        const headers = { 'authentication-token': body.authentication_token }
        const { status } = await world.visitor.get(`/users/${body.id}`, headers)
        expect(status).toBe(body.id === player.id ? 401 : 200)
      }
      expect((await asGuest()).body.id).not.toBe(player.id)
      expect((await player.get(`/users/${player.id}`)).status).toBe(200)
    }
    await close()
  })

  test(`the owner of an address gets the account of a guest who took it [${engine}]`, async () => {
    const { world, mailsTo, token, close } = await openWithOutbox(engine)
    const device_id = unique('device-0123456789')
    const asGuest = () => world.visitor.post('/users/guest', { ...world.credentials, device_id })
    const squatter = new Player(world.server.url, (await asGuest()).body)
    const email = `${unique('owner')}@example.com`
    expect((await squatter.put(`/users/${squatter.id}`, { email })).status).toBe(200)
    await requestReset(world, email)
    expect(await mailsTo(email)).toHaveLength(1)
    const reset = await world.visitor.post('/password/reset', newPassword(await token()))
    expect(reset.status).toBe(200)
    expect((await signIn(world, email, 'brand-new')).body.id).toBe(squatter.id)
    expect((await squatter.get(`/users/${squatter.id}`)).status).toBe(401)
    expect((await asGuest()).body.id).not.toBe(squatter.id)
    await close()
  })

  test(`no reset link to an old address survives a change of the address at the same time [${engine}]`, async () => {
    const { world, mailsTo, close } = await openWithOutbox(engine)
    for (let round = 0; round < 5; round++) {
      const player = await world.player()
      const email = `${unique('new')}@example.com`
      const [changed] = await Promise.all([
        player.put(`/users/${player.id}`, { email, current_password: 'password' }),
        ...Array.from({ length: 4 }, () => requestReset(world, player.email)),
      ])
      expect(changed.status).toBe(200)
      const links = (await mailsTo(player.email)).flatMap(
        (mail) => /reset_password\?token=(\S+)/.exec(mail)?.[1] ?? [],
      )
      for (const link of links)
        expect((await world.visitor.post('/password/reset', newPassword(link))).status).toBe(422)
      expect((await signIn(world, email)).status).toBe(200)
    }
    await close()
  })

  test(`sign-ups that wait for their passwords leave a sign-in its turn [${engine}]`, async () => {
    const { world, close } = await openWithOutbox(engine)
    const player = await world.player()
    const { passwords } = world.context
    const gate = Promise.withResolvers<void>()
    const running = Array.from({ length: availableParallelism() }, () =>
      passwords.matches('x', null, { address: 'a', before: () => gate.promise }),
    )
    const done: string[] = []
    const signUps = Array.from({ length: 60 }, async () => {
      const username = unique('rush')
      const email = `${username}@example.com`
      const secret = { password: 'password', password_confirmation: 'password' }
      await world.visitor.post('/users', { ...world.credentials, username, email, ...secret })
      done.push('sign-up')
    })
    await expect.poll(() => passwords.waiting).toBe(60)
    const sign_in = signIn(world, player.email).then(() => done.push('sign-in'))
    await expect.poll(() => passwords.waiting).toBe(61)
    gate.resolve()
    await Promise.all([...running, ...signUps, sign_in])
    expect(done.indexOf('sign-in')).toBeLessThan(30)
    await close()
  })
}

onEachEngine(
  'a player has at most 100 sessions: the oldest end when new ones begin, also in parallel',
  async (world) => {
    const device_id = unique('device-0123456789')
    const asGuest = () => world.visitor.post('/users/guest', { ...world.credentials, device_id })
    const first = new Player(world.server.url, (await asGuest()).body)
    const replies = await Promise.all(Array.from({ length: 120 }, asGuest))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    const last = new Player(world.server.url, (await asGuest()).body)
    expect((await first.get('/sessions')).status).toBe(401)
    const { body } = await last.get('/sessions')
    expect(body.sessions).toHaveLength(100)
    const page = async (number: number) =>
      (await last.get(`/sessions?page=${number}&per_page=30`)).body.sessions
    const pages = [...(await page(1)), ...(await page(2)), ...(await page(3)), ...(await page(4))]
    expect(pages.map(({ id }) => id)).toEqual(body.sessions.map(({ id }: { id: number }) => id))
    expect((await last.get('/sessions?page=0')).status).toBe(422)
  },
)

onEachEngine('players of a new game do not see the email addresses of others', async (world) => {
  const { body: game } = await world.system.post('//admin/api/games', { name: 'New' })
  const credentials = { game_id: game.id, game_token: game.token }
  const signUp = async () => {
    const username = unique('someone')
    const secret = { password: 'password', password_confirmation: 'password' }
    const email = `${username}@example.com`
    const { body } = await world.visitor.post('/users', {
      ...credentials,
      username,
      email,
      ...secret,
    })
    return new Player(world.server.url, body)
  }
  const [owner, stranger] = [await signUp(), await signUp()]
  const { body: seen } = await stranger.get(`/users/${owner.id}`)
  expect([seen.email, seen.display_email]).toEqual(['', ''])
  expect((await owner.get(`/users/${owner.id}`)).body.display_email).toBe(owner.email)
  // The tests of existing clients look at the addresses of others, in games that the test suite has made.
  const [one, two] = [await world.player(), await world.player()]
  expect((await one.get(`/users/${two.id}`)).body.display_email).toBe(two.email)
})
