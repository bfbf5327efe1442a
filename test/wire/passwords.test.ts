import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINES, openWorld } from '../support/world.ts'
import { expectJson, getWithBody } from './clients.ts'

// Forgotten passwords. Each server writes its mails into a folder of its own.

for (const engine of ENGINES) {
  test(`all clients: GET games/{id}/forget_password sends a mail, and POST password/reset sets the new password [${engine}]`, async () => {
    const outbox = await mkdtemp(join(tmpdir(), 'playkeep-outbox-'))
    const { world, close } = await openWorld(engine, { MAIL_OUTBOX: outbox })
    const { visitor, game } = world
    const player = await world.player()
    const path = `/games/${game.id}/forget_password?game_id=${game.id}&game_token=${game.token}`
    const known = await visitor.get(`${path}&email=${player.email}`)
    const unknown = await visitor.get(`${path}&email=nobody@example.com`, {
      'authentication-token': '',
    })
    const answer = { mailer_response: null, message: expect.any(String) }
    expect([known.body, unknown.text]).toEqual([answer, known.text])
    expect((await visitor.get(`${path}&email=nonsense`)).status).toBe(403)
    const by_body = await getWithBody(`${visitor.base}/api/v3${path}`, { email: 'nonsense' })
    const lost = await visitor.get(`/games/999999999/forget_password?game_token=x&email=a@b.c`)
    expect([by_body.status, lost.status]).toEqual([403, 404])

    await world.context.mail.idle()
    const [file = 'no mail', ...more] = await readdir(outbox)
    expect(more).toEqual([])
    const mail = await readFile(join(outbox, file), 'utf8')
    const reset = {
      token: /token=(\S+)/.exec(mail)?.[1],
      password: 'another1',
      password_confirmation: 'another1',
      ...world.credentials,
    }
    expectJson(await visitor.post('/password/reset', reset))
    expect((await visitor.post('/password/reset', reset)).status).toBe(422)
    const signed = await visitor.post('/sessions', {
      ...world.credentials,
      email: player.email,
      password: 'another1',
    })
    expect(signed.body.id).toBe(player.id)
    await close()
    await rm(outbox, { recursive: true })
  })
}
