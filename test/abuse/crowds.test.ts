import { expect, test } from 'vitest'
import { ENGINES } from '../support/world.ts'
import { openCrowdOf } from './crowd.ts'
import { openLimited, OTHER_ADDRESS, OUR_ADDRESS } from './limited-world.ts'

for (const engine of ENGINES) {
  test(`many accounts of one address do not all go first, however little each asks for [${engine}]`, async () => {
    const { world } = await openLimited(engine, '')
    const modest = await world.player()
    await modest.get('/friends', OTHER_ADDRESS)
    const accounts = await world.players(60)
    await Promise.all(accounts.map((account) => account.get('/friends', OUR_ADDRESS)))
    const crowd = openCrowdOf(
      world,
      accounts.map(
        ({ token }) =>
          `GET /api/v3/friends HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\nauthentication-token: ${token}\r\n\r\n`,
      ),
    )

    await crowd.send(8)
    expect((await modest.get('/friends', OTHER_ADDRESS)).status).toBe(200)

    expect(crowd.answered()).toBeLessThan(400)
    await expect.poll(crowd.answered).toBe(480)
  })
}
