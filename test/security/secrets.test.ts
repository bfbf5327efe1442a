import { expect, test } from 'vitest'
import { listing, tableNames } from '../sweep/estate.ts'
import { ENGINES, type World } from '../support/world.ts'
import { busyRun } from './busy-run.ts'

/** Every value of every row, also of what comes and goes by itself. */
async function wholeDatabase(world: World): Promise<string> {
  const tables = await tableNames(world)
  const rows = await Promise.all(tables.map((table) => world.context.db.all(listing(table), {})))
  return rows
    .flat()
    .map((row) => Object.values(row).join('\n'))
    .join('\n')
}

for (const engine of ENGINES) {
  test(`the log of a busy run at level trace holds no secret and no address [${engine}]`, async () => {
    const { world, secrets, email, close } = await busyRun(engine)
    const log = world.log.join('')
    expect(world.log.length).toBeGreaterThan(15)
    for (const [name, secret] of Object.entries({ ...secrets, email })) {
      expect([name, secret.length > 10]).toEqual([name, true])
      expect([name, log.toLowerCase().includes(secret.toLowerCase())]).toEqual([name, false])
      expect([name, log.includes(encodeURIComponent(secret))]).toEqual([name, false])
    }
    await close()
  })

  test(`a stolen database holds nothing that lets anybody in [${engine}]`, async () => {
    const { world, secrets, email, close } = await busyRun(engine)
    const rows = await wholeDatabase(world)
    expect(rows).toContain(email)
    for (const [name, secret] of Object.entries(secrets))
      expect([name, rows.includes(secret)]).toEqual([name, false])
    expect(rows).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await close()
  })
}
