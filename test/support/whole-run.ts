import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres_url: string
  }
}

/** At once, since a process that exits waits for nothing. */
function cleanUp(folder: string): void {
  for (const path of globSync(join(folder, '*', 'data', 'postmaster.pid'))) {
    try {
      process.kill(Number(readFileSync(path, 'utf8').split('\n')[0]), 'SIGQUIT')
    } catch {
      // It has just ended by itself.
    }
  }
  // Those who are about to end may still write or delete something, at which the removal stops halfway.
  for (let tries = 0; existsSync(folder) && tries < 100; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

/**
 * All temporary folders of a run lie in one, so that none stays behind when tests fail or are interrupted. One PostgreSQL
 * serves the whole run; every server under test gets a database of its own in it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'playkeep-run-'))
  // Root's PostgreSQL runs as another user, who has to get through.
  chmodSync(folder, 0o755)
  process.once('exit', () => cleanUp(folder))
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder })
  const { url, stop } = await startPostgres()
  project.provide('postgres_url', url)
  return stop
}
