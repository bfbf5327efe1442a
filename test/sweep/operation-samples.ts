import { statement } from '../../src/storage/statement.ts'
import { unique } from '../support/world.ts'
import { bySystem, create, type MakeSample } from './sample-requests.ts'

const createItem = bySystem(async ({ game }) => ({
  fields: { game_id: game.id, name: 'Sword', cost: 3 },
}))

/** A task that was given up. */
const insertFailedTask = statement<{ now: number }, { id: number }>(
  `insert into game_tasks (code, kind, name, payload, state, attempts, created_at, ended_at)
   values ('game', 'job', 'sample', 'null', 'failed', 7, :now, :now) returning id`,
  { inserts: 'game_tasks' },
)

export const operationSamples: Record<string, MakeSample> = {
  'POST /admin/api/game_code/tasks/:id/retry': bySystem(async ({ context }) => {
    const now = context.now()
    const row = await context.db.transaction((tx) => tx.first(insertFailedTask, { now }))
    return { params: { id: row?.id ?? 0 } }
  }),
  'POST /api/v3/test_suite/create_game': bySystem(async () => ({})),
  'POST /api/v3/test_suite/create_user': bySystem(async ({ game }) => {
    const username = unique('sample')
    return { fields: { game_id: game.id, username, email: `${username}@example.com` } }
  }),
  'POST /api/v3/test_suite/create_store_item': createItem,
  'POST /api/v3/test_suite/create_store_items': createItem,
  'DELETE /api/v3/test_suite/clean_up_test': bySystem(async ({ game }) => ({
    fields: { game_id: game.id },
  })),
  'POST /admin/api/games': bySystem(async () => ({ fields: { name: 'sample' } })),
  'PUT /admin/api/games/:id': bySystem(async ({ game }) => ({
    params: { id: game.id },
    fields: { name: 'renamed', variables: [{ key: 'speed', value: '3' }] },
  })),
  'POST /admin/api/games/:id/rotate_token': bySystem(async ({ game }) => ({
    params: { id: game.id },
  })),
  'POST /admin/api/games/:id/service_keys': bySystem(async ({ game }) => ({
    params: { id: game.id },
    fields: { name: 'server' },
  })),
  'DELETE /admin/api/service_keys/:id': bySystem(async ({ game, system }) => ({
    params: {
      id: await create(system, `//admin/api/games/${game.id}/service_keys`, { name: 'a' }),
    },
  })),
  'POST /admin/api/games/:id/store_items': bySystem(async ({ game }) => ({
    params: { id: game.id },
    fields: { name: 'Sword', cost: 3 },
  })),
  'PUT /admin/api/store_items/:id': bySystem(async (world) => ({
    params: { id: (await world.item()).id },
    fields: { cost: 7 },
  })),
  'DELETE /admin/api/store_items/:id': bySystem(async (world) => ({
    params: { id: (await world.item()).id },
  })),
}
