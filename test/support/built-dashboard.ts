import { fileURLToPath } from 'node:url'
import { dashboardIsOutdated } from '../../scripts/build-age.mjs'
import { Program } from './servers.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the dashboard, unless `npm test` has just done so, for servers that run from this folder. */
export async function buildDashboard(): Promise<void> {
  if (!dashboardIsOutdated()) return
  const build = new Program(process.execPath, ['dashboard/build.ts'], { cwd: ROOT })
  if ((await build.ended) !== 0) throw new Error(build.stderr)
}
