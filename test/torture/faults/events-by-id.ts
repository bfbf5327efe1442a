// The log is read as far as it is visible, although transactions that began before are still open.
import { patchSource } from '../patch-source.ts'

patchSource('storage/dialect.ts', `pg_snapshot_xmin(`, `pg_snapshot_xmax(`)
