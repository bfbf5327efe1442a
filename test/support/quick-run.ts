import { gatherTemporaryFolders } from './whole-run.ts'

const LEFT_OUT =
  'Left out: PostgreSQL, backups, query plans, the program as a process, the sweep over all routes, abuse, torture, the soak, the bench and npm run check. npm test runs everything.'

/** For `npm run test:quick`, which starts no PostgreSQL. */
export async function setup(): Promise<() => void> {
  await gatherTemporaryFolders(undefined)
  return () => console.log(LEFT_OUT)
}
