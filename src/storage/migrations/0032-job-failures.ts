import type { Migration } from './migration.ts'

/** When a job has failed: null again as soon as it works. */
export const jobFailures: Migration = {
  name: '0032-job-failures',
  sql: `alter table jobs add column failed_at bigint;`,
}
