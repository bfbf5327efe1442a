import { Nullable, OneOf, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'

const OrNull = (description: string) => Nullable(T.Number({ description }))

const ServerProcess = T.Object(
  {
    pid: T.Integer(),
    host: T.String({ description: 'The name of the machine' }),
    started_at: Timestamp,
    memory_bytes: T.Integer(),
    event_loop_delay_ms: T.Number({
      description: 'The 99th percentile of the last 15 to 30 seconds',
    }),
    active_requests: T.Integer({ description: 'Not answered yet' }),
    rejected_requests: T.Integer({
      description: 'Answered with 503 because too many were in progress',
    }),
  },
  { title: 'ServerProcess' },
)

const DatabaseHealth = T.Object(
  {
    engine: OneOf('sqlite', 'postgres'),
    is_reachable: T.Boolean(),
    answered_in_ms: T.Number(),
    checked_at: Timestamp,
    version: Nullable(T.String({ description: 'Null: it could not be read' })),
    bytes: OrNull('The size of the database. Null: it could not be read'),
    log_bytes: OrNull('The size of the write-ahead log of SQLite. Null: PostgreSQL'),
    connections: OrNull('From all programs. Null: SQLite'),
    max_connections: OrNull('Null: SQLite'),
    replicas: OrNull('Connected standby servers. Null: SQLite'),
    replica_lag_seconds: OrNull('Of the slowest one. Null: there is none, or it is not known'),
    waiting: T.Integer({ description: 'Transactions or requests that wait for the database' }),
  },
  { title: 'DatabaseHealth' },
)

const DiskHealth = T.Object(
  {
    is_full: T.Boolean({ description: 'Whether writes are refused' }),
    free_bytes: OrNull('On the disk of the SQLite database. Null: it is not known'),
    min_free_bytes: T.Integer({ description: 'Below it writes are refused: MIN_FREE_MB' }),
    backup_free_bytes: OrNull('In BACKUP_DIR. Null: it is not set or cannot be read'),
  },
  { title: 'DiskHealth' },
)

const MigrationState = T.Object(
  {
    name: T.String(),
    applied_at: Nullable(T.String({ ...Timestamp, description: 'Null: it is still to come' })),
    is_known: T.Boolean({ description: 'false: a newer version of the server has applied it' }),
  },
  { title: 'MigrationState' },
)

const RouteDuration = T.Object(
  {
    method: T.String(),
    route: T.String(),
    requests: T.Integer(),
    failed: T.Integer({ description: 'Answered with a status of 500 or more' }),
    mean_ms: T.Number(),
    p95_ms: T.Number({ description: 'The 95th percentile, estimated from a histogram' }),
    total_seconds: T.Number(),
  },
  { title: 'RouteDuration' },
)

const ServerError = T.Object(
  {
    at: Timestamp,
    pid: T.Integer({ description: 'Of the process' }),
    request_id: T.String({ description: 'As in the log of the server' }),
    method: T.String(),
    route: T.String({ description: 'Empty: no route has this address' }),
    status: T.Integer(),
    code: T.String(),
    message: T.String({ description: 'Without addresses and tokens' }),
    times: T.Integer({ description: 'How often it happened in a row' }),
  },
  { title: 'ServerError' },
)

export const showServerSchema = {
  operation: 'admin.server.get',
  summary: 'How the server and its database are doing',
  description:
    'Of all processes on the machine that answers. Figures of requests, and the last 100 errors of each process, are since its start.',
  caller: 'staff',
  role: 'admin',
  response: {
    200: T.Object(
      {
        version: T.String({ description: 'Of Playkeep' }),
        node_version: T.String(),
        platform: T.String({ examples: ['linux x64'] }),
        processes: T.Array(ServerProcess),
        database: DatabaseHealth,
        disk: DiskHealth,
        migrations: T.Array(MigrationState),
        routes: T.Array(RouteDuration, {
          description: 'The slowest, and those that take the most time altogether',
        }),
        rate_limited: T.Array(
          T.Object({ limit: T.String(), count: T.Integer() }, { title: 'RateLimited' }),
          { description: 'Requests answered with 429, by the rate limit that was reached' },
        ),
        errors: T.Array(ServerError, { description: 'The newest first' }),
      },
      { title: 'ServerStatus' },
    ),
  },
} as const
