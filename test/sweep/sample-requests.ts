import type { Client, World } from '../support/world.ts'
import type { Fields } from './samples.ts'

/** A request that succeeds: its caller has the rights, and everything that it names exists. */
export interface WriteSample {
  client: Client
  params?: Record<string, number | string>
  fields?: Fields
}

/** Creates what the request needs, anew for each call. */
export type MakeSample = (world: World) => Promise<WriteSample>

export const bySystem =
  (make: (world: World) => Promise<Omit<WriteSample, 'client'>>): MakeSample =>
  async (world) => ({ client: world.system, ...(await make(await world.otherGame())) })

export async function create(client: Client, path: string, fields: Fields): Promise<number> {
  const { status, text, body } = await client.post(path, fields)
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
  return Number(body.friendship_id ?? body.id)
}
