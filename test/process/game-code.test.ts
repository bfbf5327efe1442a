import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeGame } from '../game-code/support.ts'
import { freePort } from '../support/postgres.ts'
import { codeOf, playkeep, Program, serve, waitForOutput } from '../support/servers.ts'
import {
  Client,
  createGame,
  emptyDatabase,
  ENGINES,
  Player,
  SYSTEM_KEY,
  unique,
} from '../support/world.ts'

const [SYSTEM_NAME = '', SYSTEM_TOKEN = ''] = SYSTEM_KEY.split(':')

async function createPlayer(url: string, game_id: number): Promise<Player> {
  const system = new Client(url, {
    'service-key-name': SYSTEM_NAME,
    'service-key-token': SYSTEM_TOKEN,
  })
  const username = unique('player')
  const fields = { game_id, username, email: `${username}@example.com` }
  return new Player(url, (await system.post('/test_suite/create_user', fields)).body)
}

/** Game code that writes what it does to a file, because it runs in another process. */
const noting = (definition: string) => `
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineGame, integer } from 'playkeep/game'
const here = (name: string) => join(import.meta.dirname, name)
const note = (text: string) => appendFileSync(here('notes.txt'), text + '\\n')
export default defineGame(${definition})
`

const notesOf = async (folder: string) => {
  const path = join(folder, 'notes.txt')
  return existsSync(path) ? (await readFile(path, 'utf8')).trim().split('\n') : []
}

for (const engine of ENGINES) {
  test(`nothing is lost when a server is killed between the commit of an event and the end of its handler [${engine}]`, async () => {
    const folder = await writeGame({
      'game.ts': noting(`{ on: { 'score.changed': async ({ event, game }) => {
        note('began')
        if (!existsSync(here('go'))) await new Promise(() => {})
        await game.transaction((tx) => tx.credits.add({ id: event.data.user.id }, 7, 'score'))
        note('ended')
      } } }`),
    })
    const database = await emptyDatabase(engine)
    const settings = {
      DATABASE_URL: database.url,
      SYSTEM_KEY,
      GAME_CODE: folder,
      LOG_LEVEL: 'silent',
    }
    const first = await serve(settings)
    const game = await createGame(first)
    const player = await createPlayer(first.url, game.id)
    expect((await player.post(player.at('add_score'), { score: 1 })).status).toBe(200)
    await expect.poll(() => notesOf(folder)).toEqual(['began'])
    await first.program.killGroup('SIGKILL')
    await writeFile(join(folder, 'go'), '')
    const second = await serve(settings)
    await expect.poll(() => notesOf(folder)).toEqual(['began', 'began', 'ended'])
    const again = new Client(second.url, player.headers)
    expect((await again.get(`/users/${player.id}`)).body.credits).toBe(7)
    expect(await second.program.kill('SIGTERM')).toBe(0)
    await database.remove()
    await rm(folder, { recursive: true })
  })

  test(`jobs run once among two processes [${engine}]`, async () => {
    const folder = await writeGame({
      'game.ts': noting(`{
        routes: { 'POST /begin': { body: { count: integer() }, handler: async ({ tx, input }) => {
          for (let at = 0; at < input.count; at++) await tx.enqueue('count', { at })
        } } },
        jobs: { count: { run: ({ payload }) => note(JSON.stringify(payload) + ' ' + process.pid) } },
      }`),
    })
    const database = await emptyDatabase(engine)
    const settings = {
      DATABASE_URL: database.url,
      SYSTEM_KEY,
      GAME_CODE: folder,
      LOG_LEVEL: 'silent',
      WORKERS: '2',
    }
    const server = await serve(settings)
    const game = await createGame(server)
    const player = await createPlayer(server.url, game.id)
    expect((await player.post('/game/begin', { count: 40 })).status).toBe(200)
    await expect.poll(async () => (await notesOf(folder)).length).toBeGreaterThanOrEqual(40)
    expect(await server.program.kill('SIGTERM')).toBe(0)
    const notes = (await notesOf(folder)).map((line) => line.split(' ')[0])
    expect(notes.length).toBe(40)
    expect(new Set(notes).size).toBe(40)
    await database.remove()
    await rm(folder, { recursive: true })
  })
}

test('a mistake stops the start, with its file, its line and the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-mistakes-'))
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'playkeep.db')}`, PORT: '0' }
  const mistakes: [code: string, message: RegExp][] = [
    [
      "import { defineGame } from 'playkeep/game'\n\nexport default defineGame({\n  before: { 'rounds.creat': () => {} },\n})",
      /game\.ts:4: before names "rounds\.creat", which is no operation\. Did you mean rounds\.create\?/,
    ],
    [
      "export default {\n  on: { 'group.member_joined': () => {} } }",
      /game\.ts:2: on names "group\.member_joined", which is no type of event\. Did you mean group_member\.joined\?/,
    ],
    [
      "export default { jobs: {\n 'a job': { cron: '61 * * * *', run() {} } } }",
      /game\.ts:2: cron of the job "a job": .*minute/,
    ],
    [
      "export default { routes: { 'FETCH /x': { handler() {} } } }",
      /game\.ts:1: a route must be a method and a path/,
    ],
    [
      "export default { routes: { 'POST /x': { body: { a: 'text' }, handler() {} } } }",
      /game\.ts:1: the field a of "POST \/x" must be made by a function/,
    ],
    [
      'export default { befor: {} }',
      /game\.ts:1: "befor" is no part of a game\. Did you mean before\?/,
    ],
    ['export const game = 1', /game\.ts: there is no game: write `export default defineGame/],
    [
      'const a = 1\nconst b = ;\nexport default {}',
      /game\.ts:2.*Expression expected|game\.ts.*SyntaxError/,
    ],
    ["import { nothing } from './missing.ts'\nexport default {}", /missing\.ts/],
    ['export default {}\nnull.x', /game\.ts:2: TypeError/],
    ["throw 'no error'", /game\.ts: it threw no error/],
  ]
  const folders: string[] = []
  for (const [index, [code]] of mistakes.entries()) {
    const path = join(folder, String(index))
    await mkdir(path)
    await writeFile(join(path, 'game.ts'), code)
    folders.push(path)
  }
  // All in one process, because a start takes a second.
  const load = new URL('../../src/game-code/load.ts', import.meta.url).href
  const script = `const { loadGameCode } = await import('${load}')
    for (const folder of ${JSON.stringify(folders)})
      await loadGameCode(folder).then(() => console.log('loaded'), ({ message }) => console.log(message.replaceAll('\\n', ' ')))`
  const loading = new Program(process.execPath, ['--input-type=module', '-e', script])
  expect([await codeOf(loading), loading.stderr]).toEqual([0, ''])
  const messages = loading.stdout.trim().split('\n')
  for (const [index, [, message]] of mistakes.entries()) expect(messages[index]).toMatch(message)

  const program = playkeep(['serve', '--game', folders[0] ?? ''], settings)
  expect(await codeOf(program)).toBe(1)
  expect(program.stderr).toMatch(mistakes[0]?.[1] ?? / /)
  expect(program.stderr).not.toContain('node_modules')
  const missing = playkeep(['serve', '--game', join(folder, 'nowhere')], settings)
  expect(await codeOf(missing)).toBe(1)
  expect(missing.stderr).toContain('this folder does not exist')
  await rm(folder, { recursive: true })
})

test('from playkeep init to a refused cheat, a change that is loaded at once, and an endless loop that ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-init-'))
  const made = playkeep(['init', 'my game'], {}, folder)
  expect(await codeOf(made)).toBe(0)
  const again = playkeep(['init', 'my game'], {}, folder)
  expect(await codeOf(again)).toBe(2)
  expect(again.stderr).toContain('is not empty')
  const tested = playkeep(['test', 'my game'], {}, folder)
  expect([await codeOf(tested), tested.stdout]).toEqual([0, expect.stringContaining('pass 1')])

  const settings = {
    DATABASE_URL: 'sqlite:playkeep.db',
    SYSTEM_KEY,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  }
  const server = playkeep(['serve', '--game', 'my game', '--watch'], settings, folder)
  const url = await waitForOutput(server, /API {7}(\S+)\/api\/v3\n/)
  const game = await createGame({ url })
  const player = await createPlayer(url, game.id)
  const play = async (score: number) => {
    const round = { game_user_id: player.id, game_type: 'race', score }
    return player.post('/game_rounds', round).then(
      ({ status }) => status,
      () => 0,
    )
  }
  expect([await play(1000), await play(1001)]).toEqual([201, 422])

  const path = join(folder, 'my game', 'game.ts')
  const code = await readFile(path, 'utf8')
  await writeFile(path, code.replace('1_000', '1_000 +'))
  await waitForOutput(server, /The code was not loaded/)
  expect([await play(1000), await play(1001)]).toEqual([201, 422])
  await writeFile(path, code.replace('1_000', '2_000'))
  await expect.poll(() => play(1001)).toBe(201)

  await writeFile(path, code.replace('=> {', '=> {\n      while (input.score === 13);'))
  await expect.poll(() => play(1001)).toBe(422)
  expect(await play(13)).toBe(0)
  await waitForOutput(server, /The code that began last: game before rounds\.create\n.*game\.ts:9/)
  await expect.poll(() => play(1000)).toBe(201)
  expect(await server.kill('SIGTERM')).toBe(0)
  await rm(folder, { recursive: true })
})
