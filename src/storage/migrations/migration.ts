/** One step of the database's history. `{id}` in it is the id column of the engine. */
export interface Migration {
  name: string
  sql: string
}
