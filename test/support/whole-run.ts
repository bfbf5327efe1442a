import type { TestProject } from 'vitest/node'
import { removeNow, startPostgres } from './postgres.ts'
import { makeFolder, PostgresProblem, postgresUser } from './postgres-user.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres_url: string
  }
}

async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeFolder('playkeep-run-', postgresUser())
  process.once('exit', () => removeNow(folder))
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder })
  const { url, stop } = await startPostgres()
  project.provide('postgres_url', url)
  return stop
}

/**
 * All temporary folders of a run lie in one, so that none stays behind when tests fail or are interrupted. One PostgreSQL
 * serves the whole run; every server under test gets a database of its own in it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    return await prepare(project)
  } catch (error) {
    if (!(error instanceof PostgresProblem)) throw error
    console.error(`\n${error.message}\n`)
    return process.exit(1)
  }
}
