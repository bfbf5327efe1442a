import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { needsOtherCache } from '../../scripts/npm-cache.mjs'
import { migrate } from '../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { removeNow, startPostgres } from './postgres.ts'
import {
  makeFolder,
  memoryFolder,
  MIGRATED,
  MIGRATED_SQLITE,
  POSTGRES_URLS,
  PostgresProblem,
  postgresUser,
  type SystemUser,
} from './postgres-user.ts'

/** All temporary folders of a run lie in one, so that none stays behind when tests fail or are interrupted. */
export async function gatherTemporaryFolders(user: SystemUser | undefined): Promise<void> {
  const folder = await makeFolder('playkeep-run-', user)
  process.once('exit', () => removeNow(folder))
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder })
  if (needsOtherCache()) process.env['npm_config_cache'] = join(folder, 'npm-cache')
}

/** Tests that end PostgreSQL start one of their own, which keeps what it has acknowledged. */
const FAST = { max_connections: 300, fsync: 'off' }

/** Test servers begin with a copy of it, so that each saves the time of all migrations. */
async function createMigrated(url: string): Promise<void> {
  const db = await openDatabase({ url, pool_size: 2 })
  await migrate(db)
  await db.close()
}

async function createMigratedOnPostgres(url: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  await client.query(`create database ${MIGRATED}`)
  await client.end()
  await createMigrated(`${url}/${MIGRATED}`)
}

async function prepare({ vitest }: TestProject): Promise<() => Promise<void>> {
  await gatherTemporaryFolders(postgresUser())
  const starting = Array.from({ length: vitest.config.maxWorkers }, () =>
    startPostgres(FAST, memoryFolder()),
  )
  const clusters = await Promise.all(starting)
  const migrated = join(tmpdir(), `${MIGRATED}.db`)
  process.env[MIGRATED_SQLITE] = migrated
  await createMigrated(`sqlite:${migrated}`)
  await Promise.all(clusters.map(({ url }) => createMigratedOnPostgres(url)))
  process.env[POSTGRES_URLS] = clusters.map(({ url }) => url).join(' ')
  return async () => void (await Promise.all(clusters.map(({ stop }) => stop())))
}

/**
 * Each worker has a PostgreSQL of its own, because open transactions of one test would delay the events of another; every
 * server under test gets a database of its own in it. Called for each project of `vitest.config.ts`; all share them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env[POSTGRES_URLS]) return async () => {}
  try {
    return await prepare(project)
  } catch (error) {
    if (!(error instanceof PostgresProblem)) throw error
    console.error(`\n${error.message}\n`)
    return process.exit(1)
  }
}
