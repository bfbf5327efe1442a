import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The answers of all routes, as their schemas in the OpenAPI document describe them

interface Shape {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Shape }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Shape> }
}

const { paths, components }: Document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))

const resolve = (shape: Shape = {}): Shape =>
  shape.$ref ? (components.schemas[shape.$ref.split('/').at(-1) ?? ''] ?? {}) : shape

const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/v3/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      name: `${method.toUpperCase()} ${path.slice('/api/v3'.length)}`,
      successes: Object.entries(responses).filter(([status]) => status.startsWith('2')),
    })),
  )

/** Every field of a shape, with its name. */
function fieldsOf(shape: Shape): [name: string, shape: Shape][] {
  const { properties = {}, items } = resolve(shape)
  const inside = Object.entries(properties).flatMap(([name, inner]): [string, Shape][] => [
    [name, inner],
    ...fieldsOf(inner),
  ])
  return items ? [...inside, ...fieldsOf(items)] : inside
}

/** Older clients do not know these. */
const isOfEvents = ({ name }: { name: string }) => name.startsWith('GET /events')

test('every success has status 200 or 201 and a JSON body, which the JavaScript client requires', () => {
  const wrong = operations.filter(({ successes }) => {
    const [status, answer] = successes[0] ?? []
    const is_fine = successes.length === 1 && (status === '200' || status === '201')
    return !is_fine || resolve(answer?.content?.['application/json']?.schema).type !== 'object'
  })
  expect(wrong.filter((one) => !isOfEvents(one)).map(({ name }) => name)).toEqual([])
})

test('ids are JSON numbers in every answer, which the JavaScript client compares with ===', () => {
  const ids = operations.flatMap(({ name, successes }) =>
    successes.flatMap(([, { content }]) =>
      fieldsOf(content?.['application/json']?.schema ?? {})
        .filter(([field]) => field === 'id' || field.endsWith('_id'))
        .map(([field, { type }]) => ({
          name,
          field,
          is_number: [type].flat().includes('integer'),
        })),
    ),
  )
  expect(ids.length).toBeGreaterThan(100)
  expect(ids.filter((id) => !id.is_number && !isOfEvents(id))).toEqual([])
})

test('every route that existing clients call exists', () => {
  const called_routes = `
    GET /games/verify, GET /games/fetch_game_variables, GET /games/store_items, GET /util/get_server_time
    GET /games/{id}/leaderboard_entries, GET /games/{id}/forget_password, POST /password/reset
    POST /sessions, POST /users, GET /users/{id}, PUT /users/{id}, PUT /users/{id}/password, DELETE /users/{id}
    POST /users/{id}/add_score, POST /users/{id}/set_score, POST /users/{id}/add_credits
    POST /users/{id}/set_credits, POST /users/{id}/add_game_user_attribute
    GET /users/{id}/game_user_attributes, GET /users/{id}/remove_game_user_attribute
    DELETE /users/{id}/remove_game_user_attribute, GET /users/{id}/remove_game_user_attributes
    DELETE /users/{id}/remove_game_user_attributes, POST /users/{id}/purchase_game_user_store_item
    GET /users/{id}/purchase_game_user_store_item, GET /users/{id}/remove_game_user_store_item
    GET /users/{id}/game_user_store_items, POST /users/{id}/add_leaderboard_entry
    POST /users/{id}/clear_my_leaderboard_entries, GET /users/{id}/leaderboard_entries
    POST /friendships, PUT /friendships/{id}, DELETE /friendships/{id}, DELETE /unfriend, GET /friendships
    GET /friends, GET /friends/{id}, GET /outgoing_friend_requests, GET /incoming_friend_requests
    POST /game_rounds, GET /game_rounds/{id}, PUT /game_rounds/{id}, GET /game_rounds, DELETE /game_rounds/{id}
    POST /groups, GET /groups, GET /user/groups, GET /groups/{id}, PUT /groups/{id}, DELETE /groups/{id}
    POST /group_connections, PUT /group_connections/{id}, DELETE /group_connections/cancel/{id}
    DELETE /group_connections/leave/{id}, PUT /group_connections/remove_member/{id}
    PUT /group_connections/make_admin/{id}, POST /groups/{id}/admins, DELETE /groups/{id}/admins/{user_id}
    GET /groups/{id}/attributes, POST /groups/{id}/add_attribute, PATCH /groups/{id}/modify_attribute
    POST /chats, POST /messages, GET /messages/page/{page}, GET /chats/page/{page}
    POST /messages/{id}/mark_as_read, POST /test_suite/create_game, POST /test_suite/create_user
    POST /test_suite/create_store_item, POST /test_suite/create_store_items, DELETE /test_suite/clean_up_test`
  const existing = new Set(operations.map(({ name }) => name))
  const called = called_routes.split(/[,\n]/).flatMap((line) => line.trim() || [])
  expect(called.filter((name) => !existing.has(name))).toEqual([])
})
