import { type NoParameters, statement } from '../../../storage/statement.ts'

interface DatabaseFacts {
  version: string
  bytes: number | null
  connections: number | null
  max_connections: number | null
  replicas: number | null
  replica_lag_seconds: number | null
}

export const findFacts = statement<NoParameters, DatabaseFacts>((sql) => sql.databaseFacts)

export const listMigrations = statement<NoParameters, { name: string; applied_at: number }>(
  `select name, applied_at from migrations order by name`,
)
