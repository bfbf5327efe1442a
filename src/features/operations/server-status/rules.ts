import { stat } from 'node:fs/promises'
import type { Context } from '../../../context.ts'
import { databaseFolder, freeBytesOf, minFreeBytes } from '../../../services/disk.ts'
import {
  percentile,
  type ProcessReport,
  type RouteFigures,
} from '../../../services/process-report.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import { version } from '../../../services/version.ts'
import { migrationNames } from '../../../storage/migrations/list.ts'
import { findFacts, listMigrations } from './queries.ts'

const SHOWN_ROUTES = 15
const SHOWN_ERRORS = 100

const toMs = (seconds: number) => Math.round(seconds * 1e6) / 1000

/** The routes of all processes. */
function addUp(reports: ProcessReport[]): RouteFigures[] {
  const by_name = Map.groupBy(
    reports.flatMap(({ routes }) => routes),
    ({ method, route }) => `${method} ${route}`,
  )
  return [...by_name.values()].map((list) =>
    list.reduce((one, other) => ({
      ...one,
      requests: one.requests + other.requests,
      failed: one.failed + other.failed,
      seconds: one.seconds + other.seconds,
      counts: one.counts.map((count, at) => count + (other.counts[at] ?? 0)),
    })),
  )
}

/** Those that are slow and those that take the most time altogether. Routes that wait for events are not slow. */
function slowRoutes(reports: ProcessReport[], waiting: ReadonlySet<string>) {
  const routes = addUp(reports)
    .filter(({ route, requests }) => !waiting.has(route) && requests > 0)
    .map(({ method, route, requests, failed, seconds, counts }) => ({
      method,
      route,
      requests,
      failed,
      mean_ms: toMs(seconds / requests),
      p95_ms: toMs(percentile(counts, 0.95)),
      total_seconds: Math.round(seconds * 1000) / 1000,
    }))
  const slowest = routes.toSorted((a, b) => b.p95_ms - a.p95_ms).slice(0, SHOWN_ROUTES)
  const busiest = routes.toSorted((a, b) => b.total_seconds - a.total_seconds)
  return [...new Set([...busiest.slice(0, SHOWN_ROUTES), ...slowest])]
}

function countRateLimited(reports: ProcessReport[]) {
  const counts = new Map<string, number>()
  for (const [limit, count] of reports.flatMap((report) => Object.entries(report.rate_limited)))
    counts.set(limit, (counts.get(limit) ?? 0) + count)
  return [...counts]
    .map(([limit, count]) => ({ limit, count }))
    .toSorted((a, b) => b.count - a.count)
}

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size

async function showDatabase({ db, config, now }: Context) {
  const began = performance.now()
  const file = databaseFolder(config) && config.DATABASE_URL.slice('sqlite:'.length)
  const facts = await db.first(findFacts, {}).catch(() => undefined)
  return {
    engine: db.engine,
    is_reachable: facts !== undefined,
    answered_in_ms: toMs((performance.now() - began) / 1000),
    checked_at: isoTime(now()),
    version: facts?.version ?? null,
    bytes: (file ? await sizeOf(file) : facts?.bytes) ?? null,
    log_bytes: file ? ((await sizeOf(`${file}-wal`)) ?? 0) : null,
    connections: facts?.connections ?? null,
    max_connections: facts?.max_connections ?? null,
    replicas: facts?.replicas ?? null,
    replica_lag_seconds: facts?.replica_lag_seconds ?? null,
    waiting: db.figures().waiting,
  }
}

/** Those of this version, and those that a newer one has applied while this one still runs. */
async function showMigrations({ db }: Context) {
  const rows = await db.all(listMigrations, {}).catch(() => [])
  const applied = new Map(rows.map(({ name, applied_at }) => [name, applied_at]))
  const names = new Set([...migrationNames, ...applied.keys()])
  return [...names].map((name) => ({
    name,
    applied_at: formatTime(applied.get(name) ?? null),
    is_known: migrationNames.includes(name),
  }))
}

async function showDisk({ disk, config }: Context) {
  const { BACKUP_DIR } = config
  return {
    is_full: disk.is_full,
    free_bytes: disk.free_bytes ?? null,
    min_free_bytes: minFreeBytes(config),
    backup_free_bytes: BACKUP_DIR === '' ? null : await freeBytesOf(BACKUP_DIR).catch(() => null),
  }
}

/** Figures of requests are since the start of each process, in memory; `waiting` has routes that wait for events. */
export async function showServer(
  context: Context,
  reports: ProcessReport[],
  waiting: ReadonlySet<string>,
) {
  const errors = reports.flatMap((report) =>
    report.errors.map((error) => ({ ...error, pid: report.pid })),
  )
  return {
    version,
    node_version: process.version,
    platform: `${process.platform} ${process.arch}`,
    processes: reports
      .map(({ pid, host, started_at, memory_bytes, event_loop_delay_ms, ...report }) => ({
        pid,
        host,
        started_at: isoTime(started_at),
        memory_bytes,
        event_loop_delay_ms: Math.round(event_loop_delay_ms * 10) / 10,
        active_requests: report.active_requests,
        rejected_requests: report.rejected_requests,
      }))
      .toSorted((a, b) => a.pid - b.pid),
    database: await showDatabase(context),
    disk: await showDisk(context),
    migrations: await showMigrations(context),
    routes: slowRoutes(reports, waiting),
    rate_limited: countRateLimited(reports),
    errors: errors
      .toSorted((a, b) => b.at - a.at)
      .slice(0, SHOWN_ERRORS)
      .map(({ at, ...error }) => ({ ...error, at: isoTime(at) })),
  }
}
