import type { TestCase, TestModule } from 'vitest/node'
import { DefaultReporter } from 'vitest/node'

const ENGINES = { SQLite: '[sqlite]', PostgreSQL: '[postgres]' } as const

function count(tests: TestCase[]): string {
  const by = (state: string) => tests.filter((test) => test.result().state === state).length
  return `${by('passed')} passed, ${by('failed')} failed, ${by('skipped')} skipped`
}

/** More than this is not chance. */
const MAX_SECOND_ATTEMPTS = 3

/**
 * A test that fails runs once more (`retry` in `vitest.config.ts`), because a busy machine stretches time. What passes only then
 * is named, so that it is looked at; several in one run fail the run.
 */
function reportSecondAttempts(tests: TestCase[]): void {
  const flaky = tests.filter((test) => test.diagnostic()?.flaky)
  for (const test of flaky) {
    console.log(`Passed only at the second attempt: ${test.module.relativeModuleId} > ${test.name}`)
    for (const { message } of test.result().errors ?? [])
      console.log(`  the first attempt: ${message.slice(0, 1000)}`)
  }
  if (flaky.length <= MAX_SECOND_ATTEMPTS) return
  console.log(`More than ${MAX_SECOND_ATTEMPTS} tests needed a second attempt: the run has failed.`)
  process.exitCode = 1
}

/** Vitest's default report, followed by the number of tests that ran on each engine. */
export default class EngineReporter extends DefaultReporter {
  override onTestRunEnd(...end: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...end)
    const modules: readonly TestModule[] = end[0]
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    for (const [engine, mark] of Object.entries(ENGINES)) {
      console.log(`${engine}: ${count(tests.filter(({ name }) => name.endsWith(mark)))}`)
    }
    console.log(`Together: ${count(tests)}`)
    reportSecondAttempts(tests)
  }
}
