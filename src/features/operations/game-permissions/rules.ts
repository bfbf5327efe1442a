import { type ClosableRoute, describePermissions } from '../../../access/permission-grid.ts'
import {
  normalizePermissions,
  type Permissions,
  type Preset,
  readPermissions,
} from '../../../access/permissions.ts'
import type { Context } from '../../../context.ts'
import { findGameById } from '../games/rules.ts'

interface Proposal {
  preset?: Preset | undefined
  routes?: Permissions['routes'] | undefined
  server_attribute_prefix?: string | undefined
}

/** What is not proposed stays as it is, except for rules for single routes: those are replaced together. */
export async function showPermissions(
  { db }: Context,
  id: number,
  { routes, proposal }: { routes: ClosableRoute[]; proposal: Proposal },
) {
  const permissions = readPermissions((await findGameById(db, id)).permissions)
  const { preset = permissions.preset, server_attribute_prefix } = proposal
  const is_proposed = Object.values(proposal).some((value) => value !== undefined)
  const proposed = normalizePermissions({
    preset,
    routes: proposal.routes ?? permissions.routes ?? {},
    ...(server_attribute_prefix === undefined ? {} : { server_attribute_prefix }),
  })
  return describePermissions(routes, permissions, is_proposed ? proposed : null)
}
