import { expect, test } from 'vitest'
import { million } from './million.ts'
import { describeReports } from './report.ts'

const PLAYERS = 1000
const MAX_STOP_SECONDS = 30

/** The measurement itself is the same on both engines. */
const engine = 'sqlite'

test(`what an operator waits for is measured with many players [${engine}]`, async () => {
  const progress: string[] = []
  const report = await million({
    engine,
    players: PLAYERS,
    rounds: 2,
    log: (text) => progress.push(text),
  })
  expect(progress).toContain('1,000 players are stored')
  const stops = report.steps.filter(({ name }) => name.startsWith('stop'))
  expect(stops).toHaveLength(2)
  for (const { seconds } of stops) expect(seconds).toBeLessThan(MAX_STOP_SECONDS)
  const names = report.steps.map(({ name }) => name)
  expect(names).toContain('housekeeping, 1,000 expired answers')
  const table = describeReports([report])
  for (const name of names) expect(table).toContain(`| ${name} | `)
  expect(table).toContain('longest read')
})
