import { signedIn } from '../access/callers.ts'
import { inTransaction } from '../context.ts'
import { Refusal } from '../errors.ts'
import { compileValidator } from '../http/input/validation.ts'
import { T } from '../http/typed-schema.ts'
import type { App, Routes } from '../http/types.ts'
import { isObject } from '../idempotency/keyed-requests.ts'
import { CodeTransaction } from './api/transaction.ts'
import type { Calls } from './calls.ts'
import type { OwnRoute } from './check-definition.ts'
import type { GameFiles } from './files.ts'
import { hookName } from './hook-names.ts'
import type { GameFile } from './load.ts'
import { RequestCall } from './operations.ts'
import { Scope } from './scope.ts'

const AnyAnswer = T.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** The fields of a route that several games have. None of them is required here: each game checks its own. */
function mergeBodies(routes: OwnRoute[]): Record<string, unknown> {
  const [first] = routes
  if (first && routes.length === 1) return first.body
  const all = routes.map(({ body }) => (isObject(body['properties']) ? body['properties'] : {}))
  return { type: 'object', properties: Object.assign({}, ...all) }
}

/** `POST /daily_reward` is the operation `game.postDailyReward`. */
const operationOf = ({ method, path }: OwnRoute) =>
  `game.${method.toLowerCase()}${path.replaceAll(/[/_-]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`

interface GamesRoute {
  file: GameFile
  route: OwnRoute
  parse: ReturnType<typeof compileValidator>
}

function addRoute(app: App, calls: Calls, files: GameFiles, of_games: GamesRoute[]): void {
  const routes = of_games.map(({ route }) => route)
  const [first] = routes
  if (!first) return
  const { method, path, summary } = first
  const schema = {
    operation: operationOf(first),
    summary,
    // No preset closes it: the code itself decides who may do what.
    access: 'own_account' as const,
    body: T.Unsafe<Record<string, unknown>>(mergeBodies(routes)),
    response: { 200: AnyAnswer },
    refuses: ['refused_by_game', 'game_code_slow', 'game_code_failed'] as const,
  }
  app.route({
    method,
    url: `/game${path}`,
    schema,
    config: { has_own_answer: true },
    async handler(request) {
      const player = signedIn(request)
      const file = await files.find(player.game_id)
      const found = of_games.find((one) => one.file === file)
      if (!file || !found) throw new Refusal('unknown_route')
      const input = found.parse(request.body)
      const { context } = request
      const running = {
        code: file.name,
        hook: hookName('route', `${method} ${path}`),
        request_id: request.id,
      }
      return inTransaction(context, async (tx) => {
        const scope = new Scope(context, tx, { game_id: player.game_id, ...running })
        const code_tx = new CodeTransaction(scope, new Set(file.jobs.keys()))
        const call = Object.assign(new RequestCall(request, player.game_id), { input, tx: code_tx })
        const answer = await calls.callInTransaction(running, scope, async () => {
          const returned = (await found.route.handler(call)) ?? {}
          if (!isObject(returned))
            throw new TypeError(`It must answer with an object, and returned ${typeof returned}.`)
          return JSON.parse(JSON.stringify(returned))
        })
        return isObject(answer) ? answer : {}
      })
    },
  })
}

/** The games' own endpoints. Where several games have the same one, the player's game decides. */
export const ownRoutes =
  (files: GameFiles, calls: Calls): Routes =>
  (app) => {
    const all = files.all.flatMap((file) =>
      [...file.routes].map(([name, route]) => ({
        name,
        file,
        route,
        parse: compileValidator(route.body, { refuses_null: route.method === 'GET' }),
      })),
    )
    for (const of_games of Map.groupBy(all, ({ name }) => name).values())
      addRoute(app, calls, files, of_games)
  }
