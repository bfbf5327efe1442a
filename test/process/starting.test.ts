import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../support/postgres.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'
import { MAIN, playkeep, Program, serve, waitForOutput } from '../support/servers.ts'

test('two servers started concurrently on an empty database both start and share their players [postgres]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('postgres')
  const servers = await Promise.all([serve({ DATABASE_URL }), serve({ DATABASE_URL })])
  const [one, two] = servers
  const output = servers.map(({ program }) => program.stderr).join('\n')
  const tokens = [...output.matchAll(/game_token {2}(\S+)/g)]
  expect(tokens).toHaveLength(1)
  const account = {
    game_id: 1,
    game_token: tokens[0]?.[1],
    username: 'ana',
    email: 'ana@example.com',
    password: 'secret1',
    password_confirmation: 'secret1',
  }
  const post = (url: string, path: string, body: object) =>
    fetch(`${url}/api/v3${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const up = await post(one.url, '/users', account)
  expect(up.status).toBe(200)
  const user: { id: number; authentication_token: string } = await up.json()
  const seen = await fetch(`${two.url}/api/v3/users/${user.id}`, {
    headers: { 'authentication-token': user.authentication_token },
  })
  expect(seen.status).toBe(200)
  expect((await post(two.url, '/sessions', account)).status).toBe(200)
  const out = await fetch(`${two.url}/api/v3/sessions?all=true`, {
    method: 'DELETE',
    headers: { 'authentication-token': user.authentication_token },
  })
  expect(out.status).toBe(200)
  const after = await fetch(`${one.url}/api/v3/users/${user.id}`, {
    headers: { 'authentication-token': user.authentication_token },
  })
  expect(after.status).toBe(401)
  expect(await Promise.all(servers.map(({ program }) => program.kill('SIGTERM')))).toEqual([0, 0])
  await remove()
})

test('each start prints a new link for the first owner, until there is one', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const tokenIn = ({ program }: { program: Program }) => waitForOutput(program, /\/join#(\S+)\n/)
  const joinWith = (url: string, token: string | undefined) =>
    fetch(`${url}/admin/api/staff_invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token,
        name: 'Ana',
        email: 'ana@example.com',
        password: 'correct horse battery',
      }),
    })
  const first = await serve({ DATABASE_URL })
  const old_token = await tokenIn(first)
  await first.program.kill('SIGTERM')

  const second = await serve({ DATABASE_URL })
  const token = await tokenIn(second)
  expect(second.program.stderr).toContain(`  ${second.url}/join#${token}\n`)
  expect((await joinWith(second.url, old_token)).status).toBe(404)
  const invited = playkeep(['staff', 'invite'], {
    DATABASE_URL,
    PUBLIC_URL: 'https://play.example/',
  })
  expect(await invited.ended).toBe(0)
  const [printed, other_token] = /^(\S+)\/join#(\S+)$/m.exec(invited.stdout)?.slice(1) ?? []
  expect(printed).toBe('https://play.example')
  expect((await joinWith(second.url, token)).status).toBe(201)
  // What was printed before there was an owner is worth nothing afterwards.
  expect((await joinWith(second.url, other_token)).status).toBe(404)
  await second.program.kill('SIGTERM')

  const third = await serve({ DATABASE_URL })
  await third.program.kill('SIGTERM')
  expect(third.program.stderr).not.toContain('/join#')
  await remove()
})

for (const engine of ENGINES) {
  test(`four processes can migrate an empty database concurrently, and the status shows the migrations [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const programs = Array.from({ length: 4 }, () => playkeep(['migrate'], { DATABASE_URL }))
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0, 0, 0])
    const status = playkeep(['migrate', '--status'], { DATABASE_URL })
    expect(await status.ended).toBe(0)
    expect(status.stdout).toMatch(/^0001-games-and-accounts +applied \d{4}-/)
    expect(status.stdout).not.toContain('pending')
    await remove()
  })

  test(`the commands create, list and change games and items, and the doctor finds nothing wrong [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const run = async (...args: string[]) => {
      const program = playkeep(args, { DATABASE_URL })
      return { code: await program.ended, text: program.stdout + program.stderr }
    }
    expect(await run('migrate')).toMatchObject({ code: 0 })
    const made = await run('create-game', 'Chess', 'Kings and pawns')
    expect(made).toMatchObject({ code: 0 })
    const token = /game_token {2}(\S+)/.exec(made.text)?.[1]
    const rotated = await run('rotate-token', '1')
    expect(/game_token {2}(\S+)/.exec(rotated.text)?.[1]).not.toBe(token)
    expect(
      await run(
        'set-game',
        '1',
        '--ranking-order',
        'ascending',
        '--enabled',
        'off',
        '--variable',
        'speed=3',
      ),
    ).toMatchObject({ code: 0 })
    expect((await run('games')).text).toContain(
      '1  Chess  (0 players, ranking ascending, preset casual, switched off)',
    )
    const flags = ['--require-verified-email', 'on', '--share-player-emails', 'on']
    expect(await run('set-game', '1', ...flags)).toMatchObject({ code: 0 })
    expect((await run('games')).text).toContain(
      'preset casual, verified email required, emails shared, switched off)',
    )
    expect(await run('set-game', '1', '--preset', 'competitive')).toMatchObject({ code: 0 })
    expect((await run('games')).text).toContain('preset competitive, server attributes server_*')
    expect(await run('set-game', '1', '--server-attribute-prefix', 'r:')).toMatchObject({ code: 0 })
    expect((await run('games')).text).toContain('preset competitive, server attributes r:*')
    expect(await run('set-game', '1', '--preset', 'fair')).toMatchObject({ code: 2 })
    expect(await run('set-game', '9', '--name', 'x')).toMatchObject({ code: 1 })
    expect(await run('set-game', '1', '--enabled', 'maybe')).toMatchObject({ code: 2 })
    expect(await run('rotate-token', 'x')).toMatchObject({ code: 2 })
    expect(await run('create-game')).toMatchObject({ code: 2 })
    expect(await run('nonsense')).toMatchObject({ code: 2 })
    expect(await run('set-game', '1')).toMatchObject({ code: 2 })
    expect(await run('serve', '--port', '3')).toMatchObject({ code: 2 })
    expect((await run('store', '--help')).text).toContain('Usage: playkeep store')
    expect((await run('store', 'add', '1', '--name', 'Rook', '--cost', '5')).text).toContain(
      'Item 1',
    )
    expect(await run('store', 'change', '1', '--cost', '7')).toMatchObject({ code: 0 })
    expect((await run('store', 'list', '1')).text).toMatch(/1 +7 {2}Rook/)
    expect(await run('store', 'withdraw', '1')).toMatchObject({ code: 0 })
    expect(await run('store', 'withdraw', '1')).toMatchObject({ code: 1 })
    expect(await run('store', 'add', '1', '--name', 'Rook')).toMatchObject({ code: 2 })
    expect(await run('store', 'sell')).toMatchObject({ code: 2 })
    expect(await run('verify')).toEqual({
      code: 0,
      text: '0 users checked, 0 differ from the ledger\n',
    })
    const doctor = await run('doctor')
    expect(doctor.code).toBe(0)
    expect(doctor.text).toContain('Problems: 0')
    expect(doctor.text).not.toContain('TRUST_PROXY')
    expect(doctor.text).toContain('✓ webhooks: 0, none fails or is paused')
    const behind_proxy = playkeep(['doctor'], { DATABASE_URL, PUBLIC_URL: 'https://play.example' })
    await behind_proxy.ended
    expect(behind_proxy.stdout).toContain('! TRUST_PROXY is 0, but PUBLIC_URL begins with https')
    await remove()
  })
}

// Commands call the same rules as requests, so one engine is enough.
for (const engine of ['sqlite'] as const) {
  test(`announcements are posted, listed and cancelled by commands [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const run = async (...args: string[]) => {
      const program = playkeep(args, { DATABASE_URL })
      return [await program.ended, program.stdout + program.stderr]
    }
    expect((await run('migrate'))[0]).toBe(0)
    expect((await run('create-game', 'Chess'))[0]).toBe(0)
    const none = 'The game has no announcements that are still to be posted.\n'
    expect(await run('announce', 'list', '1')).toEqual([0, none])
    expect(await run('announce', '1', 'Season 2 begins')).toEqual([
      0,
      'The announcement has been posted.\n',
    ])
    const at = '2099-12-31T20:00:00.000Z'
    expect(await run('announce', '1', 'Happy new year', '--at', at)).toEqual([
      0,
      `Announcement 1 will be posted at ${at}.\n`,
    ])
    expect(await run('announce', 'list', '1')).toEqual([
      0,
      `     1  ${at}  all players: Happy new year\n`,
    ])
    expect(await run('announce', 'cancel', '1')).toEqual([
      0,
      'Announcement 1 has been cancelled.\n',
    ])
    expect(await run('announce', 'cancel', '1')).toEqual([
      1,
      'No scheduled announcement has this id.\n',
    ])
    expect(await run('announce', 'list', '1')).toEqual([0, none])
    expect((await run('announce', 'list', '2'))[0]).toBe(1)
    expect((await run('announce', '1'))[0]).toBe(2)
    expect((await run('announce', 'cancel', 'x'))[0]).toBe(2)
    await remove()
  })
}

test('an invalid setting prevents the start and is named with its allowed values', async () => {
  const program = playkeep(['serve'], {
    PORT: 'abc',
    RATE_LIMIT: 'maybe',
    RATE_LIMITS: 'player_reads=5, player_raeds=5',
    SYSTEM_KEY: 'no-colon',
  })
  expect(await program.ended).toBe(1)
  expect(program.stderr).toContain('PORT must be a whole number from 0 to 65535.')
  expect(program.stderr).toContain('RATE_LIMIT must be one of on, off.')
  expect(program.stderr).toContain('RATE_LIMITS must be a list like player_reads=2400')
  expect(program.stderr).toContain('; "player_raeds=5" is not valid.')
  expect(program.stderr).toContain('SYSTEM_KEY must be name:token')
  expect(program.stderr).not.toContain('no-colon')
  expect(program.stderr).not.toContain('    at ')
})

test('settings are also read from a .env file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-env-'))
  await writeFile(join(folder, '.env'), 'LOG_LEVEL=nonsense\n')
  const program = playkeep(['serve'], {}, folder)
  expect(await program.ended).toBe(1)
  expect(program.stderr).toContain('LOG_LEVEL must be one of')
  await rm(folder, { recursive: true })
})

test('an unreachable database is a clear sentence and exit code 1 after a few tries, without a stack trace', async () => {
  const DATABASE_URL = `postgres://nobody:secret-word@127.0.0.1:${await freePort()}/none`
  const program = playkeep(['serve'], { DATABASE_URL })
  expect(await program.ended).toBe(1)
  expect(program.stderr.match(/Trying again/g)).toHaveLength(4)
  expect(program.stderr).toContain('Check DATABASE_URL')
  expect(program.stderr).not.toMatch(/ {4}at |secret-word/)
})

test('an unusable SQLite file is a clear sentence and exit code 1', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-locked-'))
  const file = join(folder, 'file')
  await writeFile(file, 'not a folder')
  await chmod(file, 0o400)
  const program = playkeep(['serve'], { DATABASE_URL: `sqlite:${join(file, 'playkeep.db')}` })
  expect(await program.ended).toBe(1)
  expect(program.stderr).toContain('The database is not available')
  expect(program.stderr).not.toContain('    at ')
  await writeFile(
    join(folder, 'text.db'),
    'this is no database, only some text of more than a hundred bytes, so that SQLite reads a header of it',
  )
  const second = playkeep(['serve'], { DATABASE_URL: `sqlite:${join(folder, 'text.db')}` })
  expect(await second.ended).toBe(1)
  expect(second.stderr).toContain('file is not a database')
  expect(second.stderr).not.toContain('    at ')
  await rm(folder, { recursive: true })
})

test('a port in use is a clear sentence and exit code 1', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, url } = await serve({ DATABASE_URL })
  const second = playkeep(['serve'], { DATABASE_URL, PORT: new URL(url).port })
  expect(await second.ended).toBe(1)
  expect(second.stderr).toContain('Set PORT to a free one.')
  expect(await waitForOutput(program, /(Docs)/)).toBe('Docs')
  expect(await program.kill('SIGTERM')).toBe(0)
  await remove()
})

test.skipIf(process.platform !== 'linux')(
  'on a single core, the server collects garbage in small steps, and stops as usual [sqlite]',
  async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
    const status = await readFile('/proc/self/status', 'utf8')
    const core = /^Cpus_allowed_list:\s*(\d+)/m.exec(status)?.[1] ?? '0'
    const program = new Program('taskset', ['-c', core, process.execPath, MAIN, 'serve'], {
      env: { DATABASE_URL, PORT: '0' },
    })
    await waitForOutput(program, /Playkeep is running/)
    expect(await readFile(`/proc/${program.process.pid}/cmdline`, 'utf8')).toContain(
      '--single-threaded-gc',
    )
    expect(await program.kill('SIGTERM')).toBe(0)
    await remove()
  },
)
