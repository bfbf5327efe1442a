import { expect } from 'vitest'
import { totpCode } from '../../src/services/totp.ts'
import { joinStaff, PASSWORD } from '../support/staff.ts'
import { Client, unique, type World } from '../support/world.ts'
import { playerSamples } from './player-samples.ts'
import { bySystem, create, type MakeSample, type WriteSample } from './sample-requests.ts'

/** A request of somebody who has just joined the staff. */
const byStaff =
  (make: (client: Client) => Promise<Omit<WriteSample, 'client'>>): MakeSample =>
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'admin' })
    const headers = { cookie: browser.cookie, 'x-csrf-token': browser.csrf_token }
    const client = new Client(world.server.url, headers)
    return { client, ...(await make(client)) }
  }

const invite = ({ system }: World) =>
  system.post('//admin/api/staff_invitations', { role: 'viewer' })

const newMember = () => ({
  name: 'Eva',
  email: `${unique('eva')}@example.com`,
  password: PASSWORD,
})

/** Only one backup is made at a time. */
async function untilBackupIsDone({ system }: World): Promise<void> {
  const status = async () => (await system.get('//admin/api/backups')).body.run?.status
  await expect.poll(status).not.toMatch(/waiting|running/)
}

const own_password = { current_password: PASSWORD }
const new_token = { ...own_password, name: 'report', role: 'viewer' }

export const staffSamples: Record<string, MakeSample> = {
  ...playerSamples,
  'POST /admin/api/staff_invitations': bySystem(async () => ({ fields: { role: 'viewer' } })),
  'DELETE /admin/api/staff_invitations/:id': bySystem(async (world) => ({
    params: { id: (await invite(world)).body.id },
  })),
  'POST /admin/api/staff_invitations/accept': async (world) => ({
    client: world.visitor,
    fields: { ...newMember(), token: (await invite(world)).body.token },
  }),
  'POST /admin/api/games/:id/demo_data': bySystem(async ({ game }) => ({
    params: { id: game.id },
  })),
  'PUT /admin/api/staff/:id': bySystem(async (world) => ({
    params: { id: (await joinStaff(world, { role: 'viewer' })).id },
    fields: { role: 'support' },
  })),
  'DELETE /admin/api/staff/:id': bySystem(async (world) => {
    await joinStaff(world, { role: 'owner' })
    return { params: { id: (await joinStaff(world, { role: 'viewer' })).id } }
  }),
  'POST /admin/api/sessions': async (world) => {
    const { email } = await joinStaff(world, { role: 'viewer' })
    return { client: world.visitor, fields: { email, password: PASSWORD } }
  },
  'DELETE /admin/api/sessions': byStaff(async () => ({})),
  'DELETE /admin/api/sessions/:id': byStaff(async (client) => ({
    params: { id: (await client.get('//admin/api/sessions')).body.sessions[0].id },
  })),
  'PUT /admin/api/me': byStaff(async () => ({ fields: { ...own_password, name: 'Eva' } })),
  'POST /admin/api/me/second_factor': byStaff(async () => ({ fields: own_password })),
  'PUT /admin/api/me/second_factor': byStaff(async (client) => {
    const begun = await client.post('//admin/api/me/second_factor', own_password)
    return { fields: { code: totpCode(begun.body.secret, Math.floor(Date.now() / 30_000)) } }
  }),
  'DELETE /admin/api/me/second_factor': byStaff(async () => ({ fields: own_password })),
  'POST /admin/api/games/:id/test_players': bySystem(async (world) => ({
    params: { id: world.game.id },
    fields: { number: 1 },
  })),
  'POST /admin/api/backups': bySystem(async (world) => {
    await untilBackupIsDone(world)
    return {}
  }),
  'POST /admin/api/tokens': byStaff(async () => ({ fields: new_token })),
  'DELETE /admin/api/tokens/:id': byStaff(async (client) => ({
    params: {
      id: await create(client, '//admin/api/tokens', new_token),
    },
  })),
}
