import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackupEngine } from '../../src/storage/backup/open.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'
import { type Backup, openRestored, takeBackup } from './backup.ts'
import { check } from './check.ts'
import type { History } from './history.ts'
import { House, storeAt } from './house.ts'
import { gatherCast, startPlaying } from './playing.ts'

const PATIENCE_MS = 180_000
const ACTS = 400
const BYSTANDERS = 20_000

const change = async (url: string, sql: string) =>
  (await openBackupEngine(url)).write(({ run }) => run(sql))

/** Users of the same game whom the backup has to read after the players: without a snapshot, what it reads next is newer. */
const crowd = (game_id: number) => `
  insert into users (game_id, username, username_key, last_login, created_at)
  with recursive counted (i) as (select 1 union all select i + 1 from counted where i < ${BYSTANDERS})
  select ${game_id}, 'bystander-' || i, 'bystander-' || i, 0, 0 from counted`

/** Plays, and takes a backup meanwhile. */
async function playAndBackUp(url: string, file: string) {
  const house = await House.open(storeAt(url))
  try {
    const cast = await gatherCast(house.url)
    await change(url, crowd(cast.game_id))
    const playing = startPlaying(house.url, cast, 7)
    await playing.reach(ACTS)
    const backup = await takeBackup(url, file)
    await playing.reach(playing.history.acts.length + ACTS)
    await playing.stop()
    return { history: playing.history, backup }
  } finally {
    await house.close()
  }
}

/** The id of a round that was acknowledged before the backup, and that nobody ever deleted. */
function lastingRound({ acts }: History, { began_at }: Backup): number {
  const gone = new Set(acts.map(({ deed }) => (deed.kind === 'delete_round' ? deed.round : 0)))
  const found = acts.find(
    ({ deed, outcome, ended_at, answer }) =>
      deed.kind === 'play' &&
      outcome === 'done' &&
      ended_at < began_at &&
      !gone.has(answer.id ?? 0),
  )
  if (!found?.answer.id) throw new Error('nobody played')
  return found.answer.id
}

/** Each with a word of what the checker says to it. */
const damagesTo = (round: number) =>
  [
    ['delete from credit_ledger where id = (select min(id) from credit_ledger)', 'ledger says'],
    [`delete from game_rounds where id = ${round}`, `round ${round} (`],
    ['update users set score = 0', 'score of user'],
    [
      "delete from group_connections where id = (select max(id) from group_connections where status = 'accepted')",
      'a group counts other members',
    ],
  ] as const

for (const engine of ENGINES) {
  test(
    `a backup taken under load restores to a database on which the checker finds nothing [${engine}]`,
    { timeout: PATIENCE_MS },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'playkeep-backup-'))
      const source = await emptyDatabase(engine)
      const { history, backup } = await playAndBackUp(source.url, join(folder, 'backup.ndjson.gz'))
      await source.remove()
      const { file, began_at, ended_at } = backup
      const meanwhile = history.acts.filter(
        (act) => act.outcome === 'done' && act.started_at > began_at && act.ended_at < ended_at,
      )
      expect(meanwhile.length).toBeGreaterThan(0)

      const round = lastingRound(history, backup)
      for (const other of ENGINES) {
        const target = await emptyDatabase(other)
        const { reader, close } = await openRestored(file, target.url)
        const found = () => check(history, reader, { before: began_at })
        expect([other, await found()]).toEqual([other, []])
        const missed = await check(history, reader)
        expect(missed.map(({ kind }) => kind)).toContain('lost')
        for (const [sql, sign] of damagesTo(round)) {
          await change(target.url, sql)
          const signs = (await found()).filter(({ what }) => what.includes(sign))
          expect([sql, signs]).not.toEqual([sql, []])
        }
        await close()
        await target.remove()
      }
      await rm(folder, { recursive: true })
    },
  )
}
