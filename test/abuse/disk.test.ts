import { execFileSync } from 'node:child_process'
import { chown, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../../src/limits.ts'
import { serveFirstGame } from '../support/first-game.ts'
import { playkeep, serve, waitForOutput } from '../support/servers.ts'
import { Browser, joinStaff, PASSWORD } from '../support/staff.ts'
import { postgresUser } from '../support/postgres-user.ts'
import type { Engine } from '../../src/storage/dialect.ts'
import {
  asAdmin,
  emptyDatabase,
  ENGINES,
  openWorld,
  Player,
  postgresUrl,
  unique,
  type World,
} from '../support/world.ts'

const refused = { status: 503, code: 'disk_full', retry_after: '5' }

async function outcomeOf(reply: ReturnType<World['visitor']['get']>) {
  const { status, headers } = await reply
  return { status, code: headers.get('x-error-code'), retry_after: headers.get('retry-after') }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true)
}

/** With what tells the server where PostgreSQL's data is. */
function openOnDisk(engine: Engine, freeBytes: () => number) {
  const disk = { check_every_ms: 10, freeBytes: async () => freeBytes() }
  return openWorld(engine, engine === 'postgres' ? { POSTGRES_FOLDER: tmpdir() } : {}, { disk })
}

for (const engine of ENGINES) {
  test(`while the disk is nearly full, writes are refused, reads go on, and it recovers by itself [${engine}]`, async () => {
    let free = 2 ** 40
    const { world, close } = await openOnDisk(engine, () => free)
    onTestFinished(close)
    const player = await world.player({ credits: 5 })
    const staff = await joinStaff(world, { role: 'owner' })
    const isReady = async () => (await world.visitor.get('//ready')).status === 200
    expect(await isReady()).toBe(true)

    free = 100 * 2 ** 20
    await until(async () => !(await isReady()))

    const writes = [
      player.post(player.at('add_credits'), { credits: 1 }),
      player.post(player.at('add_credits'), { credits: 1 }, { 'idempotency-key': 'once' }),
      player.post('/groups', { name: 'another' }),
      player.delete('/sessions'),
      world.visitor.post('/users', {
        ...world.credentials,
        username: 'new',
        email: 'new@example.com',
        password: 'secret1',
        password_confirmation: 'secret1',
      }),
    ]
    for (const write of writes) expect(await outcomeOf(write)).toEqual(refused)
    expect(await outcomeOf(world.visitor.get('//ready'))).toEqual(refused)
    expect((await world.visitor.get('//health')).status).toBe(200)
    const browser = new Browser(world)
    expect((await browser.signIn(staff.email, PASSWORD)).status).toBe(201)
    expect((await browser.get('/server')).status).toBe(200)
    expect((await player.profile()).credits).toBe(5)
    const metrics = (await world.visitor.get('//metrics')).text
    expect(metrics).toContain(`playkeep_disk_free_bytes ${free}`)
    // Counters wait in memory; jobs that delete still run.
    await world.server.jobs.runDueJobs()
    expect(world.log.filter((line) => line.includes('"a job failed'))).toEqual([])

    free = 2 ** 40
    await until(isReady)
    expect((await player.post(player.at('add_credits'), { credits: 1 })).status).toBe(200)
    expect((await player.profile()).credits).toBe(6)
  })

  test(`while nothing can be written, what is counted in memory stays bounded [${engine}]`, async () => {
    let free = 2 ** 40
    const { world, close } = await openOnDisk(engine, () => free)
    onTestFinished(close)
    const [one, two] = await world.players(2)
    if (!one || !two) throw new Error('no players')
    await world.server.flush()
    free = 0
    await until(async () => (await world.visitor.get('//ready')).status === 503)
    await one.profile()
    const { requests, session_uses } = world.context.unwritten
    const max = limits.unwritten_uses.value
    const others = Array.from({ length: max }, (_, index) => 10_000 + index)
    for (const user_id of others.slice(requests.size))
      requests.set(user_id, { user_id, events: 1, first_at: 1, last_at: 1 })
    for (const id of others) session_uses.set(id, 1)
    world.context.now = () => Date.now() + 7_200_000

    expect((await two.get(`/users/${two.id}`)).status).toBe(200)
    const before = requests.get(one.id)?.events ?? 0
    await one.profile()

    expect([requests.size, session_uses.size]).toEqual([max, max])
    expect(requests.get(one.id)?.events).toBe(before + 1)
    for (const id of others) {
      requests.delete(id)
      session_uses.delete(id)
    }
  })
}

test('a server that starts on a nearly full disk says so, and answers reads [sqlite]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = { DATABASE_URL: `sqlite:${join(folder, 'playkeep.db')}`, MIN_FREE_MB: '1000000' }
  const { program, url } = await serve(env)
  await waitForOutput(program, /The disk is nearly full/)
  expect((await fetch(`${url}/ready`)).headers.get('x-error-code')).toBe('disk_full')
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  expect(await program.kill('SIGTERM')).toBe(0)
})

/** Makes the database itself say that its disk is full, as it does when it cannot write. */
const full = {
  async sqlite(world: World) {
    let pages = 0
    await world.context.db.rawTransaction(async (run) => {
      const [row] = (await run('select page_count from pragma_page_count')) as {
        page_count: number
      }[]
      pages = row?.page_count ?? 0
      await run(`pragma max_page_count = ${pages}`)
    })
    return () =>
      world.context.db.rawTransaction(
        async (run) => void (await run('pragma max_page_count = 1000000')),
      )
  },
  async postgres(world: World) {
    await world.context.db.rawTransaction(async (run) => {
      await run(`create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
      await run('create trigger full_disk before insert on messages execute function full_disk()')
    })
    return () =>
      world.context.db.rawTransaction(
        async (run) => void (await run('drop trigger full_disk on messages')),
      )
  },
}

for (const engine of ENGINES) {
  test(`a database that says its disk is full is not asked again for some seconds [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, {}, { disk: { refuse_ms: 300 } })
    onTestFinished(close)
    const [one, two] = await world.players(2)
    if (!one || !two) throw new Error('no players')
    const chat = await one.post('/chats', { usernames: [two.username], text: 'hello' })
    expect(chat.status).toBeLessThan(300)
    const send = () => one.post('/messages', { chat_id: chat.body.id, text: 'x'.repeat(8000) }, {})
    const makeRoom = await full[engine](world)

    let answer = await outcomeOf(send())
    for (let tries = 0; tries < 100 && answer.status < 300; tries++)
      answer = await outcomeOf(send())
    expect(answer).toEqual(refused)
    expect((await one.profile()).username).toBe(one.username)

    await makeRoom()
    await until(async () => (await outcomeOf(send())).status < 300)
    await until(async () => (await world.visitor.get('//ready')).status === 200)
  })
}

const canMount = () => {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return process.getuid?.() === 0 && process.platform === 'linux'
  } catch {
    return false
  }
}

/** A small disk of its own for the database. */
const smallDisks = {
  sqlite: async (folder: string) => ({
    env: { DATABASE_URL: `sqlite:${join(folder, 'playkeep.db')}` },
    remove: async () => {},
  }),
  /** PostgreSQL's log stays on the large disk: when that one is full, PostgreSQL itself stops. */
  async postgres(folder: string) {
    const user = postgresUser()
    if (user) await chown(folder, user.uid, user.gid)
    const name = unique('small').replaceAll('-', '_')
    await asAdmin(`create tablespace ${name} location '${folder}'`)
    await asAdmin(`create database ${name} template template0 tablespace ${name}`)
    return {
      env: { DATABASE_URL: `${postgresUrl()}/${name}`, POSTGRES_FOLDER: folder },
      async remove() {
        await asAdmin(`drop database ${name} with (force)`)
        await asAdmin(`drop tablespace ${name}`)
      },
    }
  },
}

for (const engine of ENGINES) {
  test.skipIf(!canMount())(
    `a real disk that fills up loses nothing that was confirmed [${engine}]`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'playkeep-disk-'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder])
      const database = await smallDisks[engine](folder)
      onTestFinished(async () => {
        await database.remove()
        execFileSync('umount', ['--lazy', folder])
        await rm(folder, { recursive: true, force: true })
      })
      const env = { ...database.env, RATE_LIMIT: 'off' }
      const watching = { ...env, MIN_FREE_MB: '16' }
      const { program, signUpPlayer } = await serveFirstGame(watching)
      const player = await signUpPlayer('ada')
      const filler = join(folder, 'filler')
      let confirmed = 0
      const save = async (to: Player) => {
        const { status, headers } = await to.post(to.at('add_credits'), { credits: 1 })
        if (status === 200) confirmed++
        return { status, code: headers.get('x-error-code') }
      }
      for (let count = 0; count < 20; count++) await save(player)
      const fill = async (left: number) => {
        const { bavail, bsize } = await statfs(folder)
        await writeFile(filler, Buffer.alloc(bavail * bsize - left))
      }

      await fill(8 * 2 ** 20)
      await until(async () => (await save(player)).code === 'disk_full')
      const doctor = playkeep(['doctor'], watching)
      expect(await doctor.ended).toBe(1)
      expect(doctor.stdout).toContain('✗ disk: only')
      expect((await player.profile()).credits).toBe(confirmed)

      await rm(filler)
      await until(async () => (await save(player)).status === 200)
      expect(await program.kill('SIGTERM')).toBe(0)

      // Without the reserve, the database itself says that its disk is full.
      const { program: other, url } = await serve({ ...env, MIN_FREE_MB: '0' })
      const { id, username, email, token } = player
      const user = { id, username, display_email: email, authentication_token: token }
      const same = new Player(url, user)
      let count = 0
      const store = async () => {
        const attribute = { key: `k${++count}`, value: 'x'.repeat(60_000) }
        const { headers } = await same.post(same.at('add_game_user_attribute'), attribute)
        return headers.get('x-error-code')
      }
      await fill(256 * 1024)
      await until(async () => (await store()) === 'disk_full')
      expect((await same.profile()).credits).toBe(confirmed)
      await rm(filler)
      await until(async () => (await save(same)).status === 200)
      expect((await same.profile()).credits).toBe(confirmed)
      expect(await other.kill('SIGTERM')).toBe(0)
      const verify = playkeep(['verify'], env)
      expect(await verify.ended).toBe(0)
    },
  )
}

test('a POSTGRES_FOLDER that is no folder keeps the server from starting', async () => {
  const { url, remove } = await emptyDatabase('postgres')
  for (const folder of ['/nonexistent', '/dev/null']) {
    const program = playkeep(['serve'], { PORT: '0', DATABASE_URL: url, POSTGRES_FOLDER: folder })
    expect(await program.ended).toBe(1)
    const sentence = `POSTGRES_FOLDER must be an existing folder, and ${folder} is not one.\n`
    expect(program.stderr).toContain(sentence)
  }
  await remove()
})
