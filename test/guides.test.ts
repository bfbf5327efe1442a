import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serveFirstGame } from './support/first-game.ts'
import { Program } from './support/servers.ts'

const SDK = resolve('sdk/src/index.ts')
const guides = globSync('docs/guide/*.md').toSorted()

const readBlocks = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/(<!-- not run -->\s*)?^```(\w+)\n([^]*?)^```/gm)].map(
    ([, mark, language = '', code = '']) => ({ is_run: mark === undefined, language, code }),
  )

/** The code blocks of a page in one language, without those that say that they are not run. */
const blocksOf = (path: string, language: string) =>
  readBlocks(path).flatMap((block) =>
    block.is_run && block.language === language ? block.code : [],
  )

const withBlocks = (language: string) =>
  guides.filter((path) => blocksOf(path, language).length > 0)

/** A server with a filled store, in a folder of its own. */
async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-guide-'))
  const DATABASE_URL = `sqlite:${join(folder, 'playkeep.db')}`
  const { program, url, game_token, signUpPlayer } = await serveFirstGame({
    DATABASE_URL,
    MAIL_OUTBOX: join(folder, 'outbox'),
  })
  const query = `game_id=1&game_token=${game_token}&seed_store=true`
  // A later server may get the same port, and must not be sent requests on a connection that was kept.
  const headers = { connection: 'close' }
  expect((await fetch(`${url}/api/v3/games/verify?${query}`, { headers })).status).toBe(200)
  return {
    folder,
    DATABASE_URL,
    url,
    game_token,
    signUpPlayer,
    async close() {
      expect(await program.kill('SIGTERM')).toBe(0)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

test('the guides have commands and code', () => {
  const names = (language: string) => withBlocks(language).map((path) => basename(path, '.md'))
  const expected = ['accounts-and-privacy', 'features', 'first-game', 'live-events']
  expect(names('bash')).toEqual(expected)
  expect(names('ts')).toEqual(expected)
})

for (const path of withBlocks('bash')) {
  test(`the commands of ${basename(path)} work as printed, one after the other`, async () => {
    const { folder, url, game_token, close } = await open()
    const env = { API: `${url}/api/v3`, GAME_ID: '1', GAME_TOKEN: game_token }
    const script = blocksOf(path, 'bash').join('\n')
    const bash = new Program('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env })
    expect([await bash.ended, bash.stderr]).toEqual([0, ''])
    expect(bash.stdout).not.toBe('')
    await close()
  })
}

test('the commands of cheating.md leave scores to the server, which writes them with its key', async () => {
  const { DATABASE_URL, url, signUpPlayer, close } = await open()
  const player = await signUpPlayer('ada')
  const [commands = '', call = ''] = readBlocks('docs/guide/cheating.md').map(({ code }) => code)
  const run = async (script: string, env: Record<string, string>) => {
    const bash = new Program('bash', ['-euo', 'pipefail', '-c', script], { env })
    expect(await bash.ended).toBe(0)
    return bash.stdout
  }
  const printed = await run(commands, { DATABASE_URL })
  const KEY = /service-key-token +(\S+)/.exec(printed)?.[1] ?? ''
  // Other processes notice the new preset within seconds.
  await expect
    .poll(async () => (await player.post(`/users/${player.id}/set_score`, { score: 1 })).status)
    .toBe(403)
  const answer = await run(call, { API: `${url}/api/v3`, ID: String(player.id), KEY })
  expect(JSON.parse(answer)).toMatchObject({ id: player.id, score: 42 })
  await close()
})

/** One program from all blocks of a page, which continue each other. Pages that begin without one get a signed-in game. */
function programOf(path: string, url: string, game_token: string): string {
  const text = blocksOf(path, 'ts').join('\n')
  const imports = [...new Set(text.match(/^import .*$/gm))]
  const settings = `{ url: '${url}', game_id: 1, game_token: '${game_token}' }`
  const needs_guest = path.endsWith('live-events.md')
  const preamble = imports.length > 0 ? [] : [`const game = new Playkeep(${settings})`]
  if (imports.length === 0) imports.push(`import { Playkeep } from '@playkeep/client'`)
  if (needs_guest) preamble.push('await game.playAsGuest()')
  return [...imports, ...preamble, text.replaceAll(/^import .*$/gm, ''), 'process.exit(0)']
    .join('\n')
    .replaceAll('@playkeep/client', SDK)
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll('paste-it-here', game_token)
}

describe.skipIf(!existsSync(SDK))('with the SDK', () => {
  for (const path of withBlocks('ts')) {
    test(`the code of ${basename(path)} has correct types and runs`, async () => {
      const { folder, url, game_token, close } = await open()
      const file = join(folder, 'guide.ts')
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
      await writeFile(file, programOf(path, url, game_token))
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: resolve('tsconfig.json'),
          compilerOptions: { typeRoots: [resolve('node_modules/@types')] },
          include: [file],
        }),
      )
      const tsc = resolve('node_modules/.bin/tsc')
      const types = new Program(tsc, ['--noEmit', '-p', folder])
      expect([await types.ended, types.stdout]).toEqual([0, ''])
      const code = new Program(process.execPath, ['--conditions=playkeep-source', file])
      expect([await code.ended, code.stderr]).toEqual([0, ''])
      await close()
    })
  }
})
