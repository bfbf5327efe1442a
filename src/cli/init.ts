import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from '../services/version.ts'
import { UsageProblem } from './arguments.ts'
import { remark, say } from './say.ts'

/** In a clone the sources run as they are; an installed package is JavaScript. */
const IS_CLONE = extname(import.meta.url) === '.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const GAME = `import { defineGame } from 'playkeep/game'

/** No honest player scores more in one round. */
const MOST = 1_000

export default defineGame({
  before: {
    'rounds.create': ({ input, refuse }) => {
      if ((input.score ?? 0) > MOST) refuse(\`Nobody scores more than \${MOST}.\`, { code: 'impossible_score' })
    },
  },
})
`

const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testGame } from 'playkeep/game/testing'

test('a score that nobody reaches is refused', async (t) => {
  const game = await testGame(import.meta.dirname)
  t.after(() => game.close())
  const player = await game.player()
  const play = (score: number) =>
    player.post('/game_rounds', { game_user_id: player.id, game_type: 'race', score })

  assert.equal((await play(1_000)).status, 201)
  const cheat = await play(1_001)
  assert.equal(cheat.status, 422)
  assert.equal(cheat.game_refusal, 'impossible_score')
})
`

const GITIGNORE = 'node_modules\ndata\n'

/** So that editors know the types of a clone, which is not installed anywhere. */
const CLONE_PATHS = {
  paths: {
    'playkeep/game': [fileOf('../game-code/game.ts')],
    'playkeep/game/testing': [fileOf('../test-game.ts')],
  },
}

const tsconfig = () => ({
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'esnext.iterator', 'esnext.collection', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    ...(IS_CLONE ? CLONE_PATHS : {}),
  },
  include: ['**/*.ts'],
})

const manifest = (name: string) => {
  const playkeep = IS_CLONE ? `node ${JSON.stringify(fileOf('../main.js'))}` : 'playkeep'
  return {
    name: basename(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-'),
    private: true,
    type: 'module',
    scripts: { start: `${playkeep} serve --game . --watch`, test: `${playkeep} test .` },
    ...(IS_CLONE ? {} : { dependencies: { playkeep: `^${version}` } }),
    devDependencies: { '@types/node': '^24', typescript: '^5.9 || ^7' },
  }
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Creates a folder with a first rule and its test. */
export async function initCommand([folder, ...more]: string[]): Promise<void> {
  if (folder === undefined || folder === '' || more.length > 0)
    throw new UsageProblem('init needs one folder, such as my-game.')
  const path = resolve(folder)
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new UsageProblem(`${path} is there already, and is not empty. Name a new folder.`)
  const files = {
    'game.ts': GAME,
    'game.test.ts': TEST,
    'tsconfig.json': asJson(tsconfig()),
    'package.json': asJson(manifest(path)),
    '.gitignore': GITIGNORE,
  }
  mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(path, name), text)
    say`${join(folder, name)}`
  }
  const command = IS_CLONE ? 'npx node src/main.js' : 'npx playkeep'
  remark`\nTry it:\n`
  remark`  ${command} test ${folder}`
  remark`  ${command} serve --game ${folder} --watch\n`
  remark`docs/game-code.md says what else game code can do.`
}
