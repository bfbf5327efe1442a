import { expect, test } from 'vitest'
import { selectAll, tableNames } from '../sweep/snapshot.ts'
import { ENGINES, type World } from '../support/world.ts'
import { useEverySecret } from './secrets-in-use.ts'

/** Every value of every row of all tables. */
async function wholeDatabase(world: World): Promise<string> {
  const tables = await tableNames(world)
  const rows = await Promise.all(tables.map((table) => world.context.db.all(selectAll(table), {})))
  return rows
    .flat()
    .map((row) => Object.values(row).join('\n'))
    .join('\n')
}

for (const engine of ENGINES) {
  test(`the log at level trace contains no secret and no email address [${engine}]`, async () => {
    const { world, secrets, email, close } = await useEverySecret(engine)
    const log = world.log.join('')
    expect(world.log.length).toBeGreaterThan(15)
    for (const [name, secret] of Object.entries({ ...secrets, email })) {
      expect([name, secret.length > 10]).toEqual([name, true])
      expect([name, log.toLowerCase().includes(secret.toLowerCase())]).toEqual([name, false])
      expect([name, log.includes(encodeURIComponent(secret))]).toEqual([name, false])
    }
    await close()
  })

  test(`a stolen database contains nothing that can be used to sign in [${engine}]`, async () => {
    const { world, secrets, email, close } = await useEverySecret(engine)
    const rows = await wholeDatabase(world)
    expect(rows).toContain(email)
    for (const [name, secret] of Object.entries(secrets))
      expect([name, rows.includes(secret)]).toEqual([name, false])
    expect(rows).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await close()
  })
}
