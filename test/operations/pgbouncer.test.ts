import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../support/postgres.ts'
import { makeFolder, postgresUser } from '../support/postgres-user.ts'
import { serveFirstGame } from '../support/first-game.ts'
import { Program, waitForOutput } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'

const is_installed = spawnSync('pgbouncer', ['--version']).status === 0
if (!is_installed)
  console.warn('Skipped: PgBouncer is not installed (Debian: apt-get install pgbouncer).')

async function startPgBouncer(database_url: string, pool_mode: 'session' | 'transaction') {
  const user = postgresUser()
  const folder = await makeFolder('playkeep-pgbouncer-', user)
  const { hostname, port: server_port, username, password } = new URL(database_url)
  const port = await freePort()
  await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${server_port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${pool_mode}
default_pool_size = ${pool_mode === 'session' ? 20 : 4}
`,
  )
  const args = [...(user ? ['-u', user.name] : []), join(folder, 'pgbouncer.ini')]
  const program = new Program('pgbouncer', args, { cwd: folder })
  await waitForOutput(program, /process up/)
  const url = new URL(database_url)
  url.port = String(port)
  const stop = async () => {
    await program.kill('SIGQUIT')
    await rm(folder, { recursive: true })
  }
  return { url: url.href, stop }
}

for (const [pool_mode, parameter] of [
  ['session', ''],
  ['transaction', '?pgbouncer=true'],
] as const) {
  test.skipIf(!is_installed)(
    `the server works behind PgBouncer with ${pool_mode} pooling [postgres]`,
    async () => {
      const database = await emptyDatabase('postgres')
      const bouncer = await startPgBouncer(database.url, pool_mode)
      const { program, url, signUpPlayer } = await serveFirstGame({
        DATABASE_URL: bouncer.url + parameter,
        RATE_LIMIT: 'off',
      })
      const play = async (username: string) => {
        const player = await signUpPlayer(username)
        const reads = Array.from({ length: 10 }, () => player.get(`/users/${player.id}`))
        return (await Promise.all(reads)).map(({ status }) => status)
      }
      const names = Array.from({ length: 20 }, (_, number) => `player-${number}`)
      const statuses = (await Promise.all(names.map(play))).flat()
      expect(statuses).toEqual(statuses.map(() => 200))
      await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
      expect(await program.kill('SIGTERM')).toBe(0)
      await bouncer.stop()
      await database.remove()
    },
  )
}
