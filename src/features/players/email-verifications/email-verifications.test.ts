import { expect, test } from 'vitest'
import { openWithOutbox } from '../../../../test/support/outbox.ts'
import { ENGINES, Player, unique, type World } from '../../../../test/support/world.ts'
import { changeGame } from '../../operations/games/rules.ts'

async function signUp({ visitor, credentials, server }: World) {
  const username = unique('ana')
  const email = `${username}@example.com`
  const secret = { password: 'password', password_confirmation: 'password' }
  const { body } = await visitor.post('/users', { ...credentials, username, email, ...secret })
  return new Player(server.url, body)
}

const signIn = ({ visitor, game }: World, email: string) =>
  visitor.post('/sessions', { game_id: game.id, email, password: 'password' })

const confirm = ({ visitor }: World, token: string) =>
  visitor.send('POST', '//verify_email', { form: { token } })

for (const engine of ENGINES) {
  test(`where a game requires it, an account signs in only after the link in the mail was confirmed [${engine}]`, async () => {
    const { world, mails, token, close } = await openWithOutbox(engine)
    await changeGame(world.context, world.game.id, { requires_verified_email: true })
    const player = await signUp(world)
    const state = async () => (await player.get(player.at('email_verification'))).body
    expect(await state()).toEqual({ is_verified: false, verified_at: null, is_required: true })
    const [mail] = await mails()
    expect(mail).toContain(`To: ${player.email}\nSubject: Test game: confirm your email address`)
    expect(mail).toMatch(/https:\/\/games\.example\/keep\/verify_email\?token=\S{43}\n/)

    const refused = await signIn(world, player.email)
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([
      403,
      'email_not_verified',
    ])
    const wrong = { game_id: world.game.id, email: player.email, password: 'a-guess' }
    expect((await world.visitor.post('/sessions', wrong)).status).toBe(401)
    // The refused sign-in sent another link.
    expect(await mails()).toHaveLength(2)

    const link = await token()
    const page = await world.visitor.get(`//verify_email?token=${link}`)
    expect([page.status, page.text.includes('<form method="post"')]).toEqual([200, true])
    // Opening the page, as programs that check mails do, confirms nothing.
    expect((await state()).is_verified).toBe(false)
    expect((await confirm(world, 'nonsense')).status).toBe(422)
    const both = await Promise.all([confirm(world, link), confirm(world, link)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await state()).toMatchObject({ is_verified: true, is_required: true })
    expect((await signIn(world, player.email)).status).toBe(200)
    const again = await player.post(player.at('email_verification'))
    expect(again.headers.get('x-error-code')).toBe('email_already_verified')
    await close()
  })

  test(`a new email address is unverified, and the link to the old one does not verify it [${engine}]`, async () => {
    const { world, mails, token, close } = await openWithOutbox(engine)
    await changeGame(world.context, world.game.id, { requires_verified_email: true })
    const player = await signUp(world)
    const old_link = await token()
    const email = `${unique('new')}@example.com`
    const change = { email, current_password: 'password' }
    expect((await player.put(`/users/${player.id}`, change)).status).toBe(200)
    const links = (await mails()).filter((mail) => mail.includes(`To: ${email}`))
    expect(links).toHaveLength(1)
    expect((await confirm(world, old_link)).status).toBe(422)
    const new_link = /\?token=(\S+)/.exec(links[0] ?? '')?.[1] ?? ''
    expect((await confirm(world, new_link)).status).toBe(200)
    await player.put(`/users/${player.id}`, { ...change, email: player.email })
    expect((await player.get(player.at('email_verification'))).body.is_verified).toBe(false)
    await close()
  })

  test(`games do not require verification by default, but players may ask for a link: five per hour, for a day [${engine}]`, async () => {
    const { world, mails, token, close } = await openWithOutbox(engine)
    const [player, other] = [await signUp(world), await signUp(world)]
    expect(await mails()).toEqual([])
    expect((await signIn(world, player.email)).status).toBe(200)
    expect((await other.get(player.at('email_verification'))).status).toBe(401)
    expect((await other.post(player.at('email_verification'))).status).toBe(401)
    for (let count = 0; count < 5; count++)
      expect((await player.post(player.at('email_verification'))).status).toBe(200)
    const { now } = world.context
    const refused = await player.post(player.at('email_verification'))
    expect([refused.status, refused.headers.get('x-error-code'), refused.text]).toEqual([
      429,
      'too_many_requests',
      expect.stringContaining('No mail was sent: the account got 5 links in the last hour'),
    ])
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3000)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect(await mails()).toHaveLength(5)
    const link = await token()
    world.context.now = () => now() + 86_400_001
    expect((await confirm(world, link)).status).toBe(422)
    world.context.now = now
    expect((await confirm(world, link)).status).toBe(200)

    const device = { ...world.credentials, device_id: unique('device-0123456789') }
    const guest = new Player(
      world.server.url,
      (await world.visitor.post('/users/guest', device)).body,
    )
    const none = await guest.post(guest.at('email_verification'))
    expect([none.status, none.headers.get('x-error-code')]).toEqual([422, 'no_email'])
    await close()
  })
}
