import pg from 'pg'
import { expect, test } from 'vitest'
import { freePort, startPostgres } from '../support/postgres.ts'
import { serveFirstGame } from '../support/first-game.ts'

async function setReadOnly(url: string, value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  await client.query(`set default_transaction_read_only = off`)
  await client.query(`alter system set default_transaction_read_only = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

async function start(database_url: string) {
  const server = await serveFirstGame({ DATABASE_URL: database_url, RATE_LIMIT: 'off' })
  const { program, url } = server
  let count = 0
  const signUp = async () => (await server.signUp(`player-${count++}`)).status
  const ready = async () => (await fetch(`${url}/ready`)).status
  return { program, signUp, ready }
}

test('a server that becomes read-only is unavailable, and is used again when it takes writes [postgres]', async () => {
  const postgres = await startPostgres({ max_connections: 50 })
  const { program, signUp, ready } = await start(`${postgres.url}/postgres`)
  expect(await signUp()).toBe(200)

  await setReadOnly(postgres.url, 'on')
  // PostgreSQL tells each of its processes in turn.
  await expect
    .poll(() => Promise.all([signUp(), signUp(), signUp(), ready()]))
    .toEqual([503, 503, 503, 503])

  await setReadOnly(postgres.url, 'off')
  await expect.poll(() => Promise.all([signUp(), ready()])).toEqual([200, 200])
  expect(await program.kill('SIGTERM')).toBe(0)
  await postgres.stop()
})

test('of several hosts the one that takes writes is used [postgres]', async () => {
  const standby = await startPostgres({ default_transaction_read_only: 'on' })
  const primary = await startPostgres({ max_connections: 50 })
  const [{ port: first }, { port: second }] = [new URL(standby.url), new URL(primary.url)]
  const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${first},127.0.0.1:${second}`
  const { program, signUp, ready } = await start(
    `postgres://postgres:playkeep@${hosts}/postgres?target_session_attrs=read-write`,
  )
  expect(await Promise.all([signUp(), signUp()])).toEqual([200, 200])
  await expect.poll(ready).toBe(200)
  expect(program.stderr).toContain(hosts)
  expect(program.stderr + program.stdout).not.toContain('postgres:playkeep')
  expect(await program.kill('SIGTERM')).toBe(0)
  await Promise.all([standby.stop(), primary.stop()])
})
