import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Program } from '../support/servers.ts'
import { openWorld } from '../support/world.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

const GENERATED = {
  'openapi-typescript': ['playkeep.d.ts'],
  'hey-api': ['types.gen.ts', 'sdk.gen.ts'],
  orval: ['playkeep.ts'],
}
const GENERATORS = Object.keys(GENERATED)

const INSTALL = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
// A registry that cannot be reached is noticed within seconds.
const FETCH = ['--prefer-offline', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
const UNREACHABLE =
  /npm error code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)/

const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`

let folder = ''
let installed = false

async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const program = new Program(command, args, { cwd: folder, env: { PATH, ...env } })
  const code = await program.ended
  return { code, stdout: program.stdout, output: program.stdout + program.stderr }
}

async function runScript(name: string): Promise<void> {
  const { code, output } = await run('npm', ['run', '--silent', name])
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}: ${output}`)
}

async function install(): Promise<boolean> {
  const { code, output } = await run('npm', [...INSTALL, ...FETCH])
  if (code === 0) return true
  const [, problem] = UNREACHABLE.exec(output) ?? []
  if (!problem) throw new Error(`npm ci ended with ${code}: ${output}`)
  console.log(
    `The npm registry cannot be reached (${problem}): the tests with generated clients are skipped.`,
  )
  return false
}

/** Without what a developer may have installed or generated in place. */
const isSource = (path: string) =>
  !/[\\/](node_modules|generated)$/.test(path.slice(HERE.length - 1))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playkeep generators '))
  await cp(HERE, folder, { recursive: true, filter: isSource })
  await cp(DOCUMENT, join(folder, 'openapi.json'))
  installed = await install()
  if (installed) for (const generator of GENERATORS) await runScript(generator)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the generated clients, and the scripts that use them, compile', async ({ skip }) => {
  skip(!installed)
  await runScript('types')
})

test('the generated clients have readable names and know the type of every field', async ({
  skip,
}) => {
  skip(!installed)
  for (const [generator, files] of Object.entries(GENERATED)) {
    const texts = files.map((file) => readFile(join(folder, generator, 'generated', file), 'utf8'))
    const text = (await Promise.all(texts)).join('\n')
    const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    expect([generator, code.match(/[:<|=] *any\b.*/g) ?? []]).toEqual([generator, []])
    expect(code).toMatch(
      generator === 'openapi-typescript' ? /"rounds\.create": \{/ : /export const roundsCreate = /,
    )
  }
})

// The generated code knows nothing of the database.
for (const engine of ['sqlite'] as const)
  for (const generator of GENERATORS)
    test(`a script with the client by ${generator} signs up, plays and buys [${engine}]`, async ({
      skip,
    }) => {
      skip(!installed)
      const { world, close } = await openWorld(engine)
      const item = await world.item({ cost: 20 })
      const { code, stdout, output } = await run('node', [join(generator, 'play.ts')], {
        PLAYKEEP_URL: world.server.url,
        GAME_ID: String(world.game.id),
        GAME_TOKEN: world.game.token,
      })
      expect([code, code === 0 ? '' : output]).toEqual([0, ''])
      expect(JSON.parse(stdout)).toEqual({
        game: world.game.name,
        earned: 25,
        score: 12.5,
        credits: 5,
        owned: [item.name],
        refused: { status: 403, code: 'item_already_purchased' },
      })
      await close()
    })
