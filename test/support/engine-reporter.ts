import type { TestCase, TestModule } from 'vitest/node'
import { DefaultReporter } from 'vitest/node'

const ENGINES = { SQLite: '[sqlite]', PostgreSQL: '[postgres]' } as const

function count(tests: TestCase[]): string {
  const by = (state: string) => tests.filter((test) => test.result().state === state).length
  return `${by('passed')} passed, ${by('failed')} failed, ${by('skipped')} skipped`
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
  }
}
