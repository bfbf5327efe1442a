import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { SlowFirst } from './test/support/slow-first.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const workspaces = manifest.workspaces.map((folder) => `${folder}/**/*.test.ts`)

/** Files that change nothing in their process. Sharing it saves seconds for each of them. */
const TOGETHER = [
  'src/**/*.test.ts',
  'test/{backup,http,operations,plans,process,security,storage,torture,wire}/**/*.test.ts',
  'test/live/{copied-log,hub,watch}.test.ts',
]

/** In these folders no request may block the event loop. */
const WATCHED = ['test/{abuse,sweep}/**/*.test.ts']
/** What these use would disturb other files in the same process. */
const WATCHED_ALONE = ['test/abuse/{event-loop,floods,fuzz,memory}.test.ts']

/** They are for the test runner of Node: `test/game-code/examples.test.ts` runs them. */
const EXAMPLES = 'examples/game-code/*/*.test.ts'

/** What Node compiles for one test process, the others and the servers under test use again. */
process.env['NODE_COMPILE_CACHE'] ??= fileOf('./node_modules/.cache/playkeep-compiled')

export default defineConfig({
  test: {
    globalSetup: 'test/support/whole-run.ts',
    setupFiles: ['test/support/worker.ts'],
    reporters: ['./test/support/engine-reporter.ts'],
    // Ceilings for a slow, busy machine, not what is expected.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    // The report names each test that needed it.
    retry: 1,
    pool: 'forks',
    // Node itself loads the files, as in production.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // So that tests can import `playkeep/game`, as game code does.
    execArgv: ['--import', fileOf('./src/game-code/register.ts')],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: { name: 'one process for many files', include: TOGETHER, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'one watched process for many files',
          include: WATCHED,
          exclude: [...configDefaults.exclude, ...WATCHED_ALONE],
          isolate: false,
          setupFiles: ['test/support/watched-tests.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'a watched process for each file',
          include: WATCHED_ALONE,
          setupFiles: ['test/support/watched-tests.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'a process for each file',
          include: ['test/**/*.test.ts', ...workspaces],
          exclude: [...configDefaults.exclude, ...TOGETHER, ...WATCHED, EXAMPLES],
        },
      },
    ],
    // More than the two cores of a small machine: many tests wait for servers that start, stop or hang.
    maxWorkers: 5,
    coverage: {
      include: ['src/**/*.{ts,js}'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
})
