import pg from 'pg'
import { createClientClass, type Hosts } from './hosts.ts'

export const CONNECT_LIMIT_MS = 5000
const KEEP_ALIVE_MS = 5000

/** int8 and numeric (the type of a sum of int8) as numbers: all values that are stored are below 2^53. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format),
}

/** What all connections have in common. A lost one is noticed by TCP when it is idle, and by the watch when it is not. */
export const connectionOptions = (hosts: Hosts) => ({
  Client: createClientClass(hosts),
  types,
  application_name: 'playkeep',
  connectionTimeoutMillis: CONNECT_LIMIT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})
