import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { needsOtherCache } from '../../scripts/npm-cache.mjs'
import { removeNow, startPostgres } from './postgres.ts'
import { makeFolder, PostgresProblem, postgresUser, type SystemUser } from './postgres-user.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres_url: string
  }
}

/** All temporary folders of a run lie in one, so that none stays behind when tests fail or are interrupted. */
export async function gatherTemporaryFolders(user: SystemUser | undefined): Promise<void> {
  const folder = await makeFolder('playkeep-run-', user)
  process.once('exit', () => removeNow(folder))
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder })
  if (needsOtherCache()) process.env['npm_config_cache'] = join(folder, 'npm-cache')
}

async function prepare(project: TestProject): Promise<() => Promise<void>> {
  await gatherTemporaryFolders(postgresUser())
  const { url, stop } = await startPostgres()
  project.provide('postgres_url', url)
  return stop
}

/** One PostgreSQL serves the whole run; every server under test gets a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    return await prepare(project)
  } catch (error) {
    if (!(error instanceof PostgresProblem)) throw error
    console.error(`\n${error.message}\n`)
    return process.exit(1)
  }
}
