import { expect, test } from 'vitest'
import { PostgresPair } from '../support/postgres-pair.ts'
import { tortureFailover } from './failover.ts'

/** A tenth of a second is usual. */
const MAX_AFTER_PROMOTION_MS = 30_000

test('when the primary is killed and its synchronous standby promoted, nothing is lost or done twice, and the same server goes on [postgres]', async () => {
  const pair = await PostgresPair.start()
  const { failovers, problems } = await tortureFailover({ pair, seed: 7, failovers: 1 })
  expect(problems).toEqual([])
  expect(failovers).toHaveLength(1)
  expect(failovers[0]?.after_promotion_ms).toBeLessThan(MAX_AFTER_PROMOTION_MS)
})

test('the checker finds what a standby that had fallen behind has lost [postgres]', async () => {
  const pair = await PostgresPair.start()
  const prepare = () => pair.disconnectStandby()
  const { problems } = await tortureFailover({ pair, seed: 7, failovers: 1, prepare })
  expect(problems.map(({ kind }) => kind)).toContain('lost')
})
