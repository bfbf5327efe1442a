import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackupEngine } from '../../src/storage/backup/open.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'
import { type Backup, startRestored, takeBackup } from './backup.ts'
import { check } from './check.ts'
import type { History } from './history.ts'
import { createFixture, startLoad } from './load.ts'
import { existingDatabase, ServerUnderTest } from './server-under-test.ts'

const MIN_RESULTS = 200
const INACTIVE_USERS = 10_000

const execute = async (url: string, sql: string) =>
  (await openBackupEngine(url)).write(({ run }) => run(sql))

/** The backup takes long to read these users: without a snapshot, the tables that it reads next would be newer. */
const insertInactiveUsers = (game_id: number) => `
  insert into users (game_id, username, username_key, last_login, created_at)
  with recursive counted (i) as (select 1 union all select i + 1 from counted where i < ${INACTIVE_USERS})
  select ${game_id}, 'inactive-' || i, 'inactive-' || i, 0, 0 from counted`

/** Takes a backup while players send writes. */
async function backUpUnderLoad(url: string, file: string) {
  const server = await ServerUnderTest.launch(existingDatabase(url))
  try {
    const fixture = await createFixture(server.url)
    await execute(url, insertInactiveUsers(fixture.game_id))
    const load = startLoad(server.url, fixture, 7)
    await load.waitForResults(MIN_RESULTS)
    const backup = await takeBackup(url, file)
    await load.waitForResults(load.history.results.length + MIN_RESULTS)
    await load.stop()
    return { history: load.history, backup }
  } finally {
    await server.close()
  }
}

/** The id of a round that was acknowledged before the backup and never deleted. */
function findRemainingRound({ results }: History, { started_at }: Backup): number {
  const deleted = new Set(
    results.map(({ action }) => (action.kind === 'delete_round' ? action.round : 0)),
  )
  const found = results.find(
    ({ action, outcome, ended_at, answer }) =>
      action.kind === 'play' &&
      outcome === 'done' &&
      ended_at < started_at &&
      !deleted.has(answer.id ?? 0),
  )
  if (!found?.answer.id) throw new Error('no round was acknowledged before the backup')
  return found.answer.id
}

/** Statements that damage the database, each with a part of what the checker must report. */
const corruptionsOf = (round: number) =>
  [
    [
      // Of somebody whose credits have changed again: a single row that is gone is reported in other words.
      `delete from credit_ledger where id = (
         select min(first.id) from credit_ledger as first
           join credit_ledger as later on later.user_id = first.user_id and later.id > first.id
          where first.change <> 0)`,
      'changes add up to',
    ],
    [`delete from game_rounds where id = ${round}`, `round ${round} (`],
    ['update users set score = 0', 'score of user'],
    [
      "delete from group_connections where id = (select max(id) from group_connections where status = 'accepted')",
      'a group has a wrong member_count',
    ],
  ] as const

for (const engine of ENGINES) {
  test(`a backup taken under load restores to a database in which the checker finds no problem [${engine}]`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'playkeep-backup-'))
    const source = await emptyDatabase(engine)
    const { history, backup } = await backUpUnderLoad(source.url, join(folder, 'backup.ndjson.gz'))
    await source.remove()
    const { file, started_at, ended_at } = backup
    const during_backup = history.results.filter(
      (result) =>
        result.outcome === 'done' && result.started_at > started_at && result.ended_at < ended_at,
    )
    expect(during_backup.length).toBeGreaterThan(0)

    const round = findRemainingRound(history, backup)
    for (const other of ENGINES) {
      const target = await emptyDatabase(other)
      const { reader, close } = await startRestored(file, target.url)
      const findProblems = () => check(history, reader, { before: started_at })
      expect([other, await findProblems()]).toEqual([other, []])
      const later = await check(history, reader)
      expect(later.map(({ kind }) => kind)).toContain('lost')
      // Once is enough to see that the checker finds them.
      for (const [sql, expected] of other === engine ? corruptionsOf(round) : []) {
        await execute(target.url, sql)
        const problems = await findProblems()
        const is_reported = problems.some(({ what }) => what.includes(expected))
        expect({ sql, problems, is_reported }).toMatchObject({ is_reported: true })
      }
      await close()
      await target.remove()
    }
    await rm(folder, { recursive: true })
  })
}
