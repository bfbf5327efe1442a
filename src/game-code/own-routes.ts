import type { FastifyRequest } from 'fastify'
import { signedIn } from '../access/callers.ts'
import { inTransaction } from '../context.ts'
import { Refusal } from '../errors.ts'
import { T } from '../http/typed-schema.ts'
import type { App, Routes } from '../http/types.ts'
import { isObject } from '../idempotency/keyed-requests.ts'
import { CodeTransaction } from './api/transaction.ts'
import { type Calls, kindOf } from './calls.ts'
import type { OwnRoute } from './check-definition.ts'
import type { GameFiles } from './files.ts'
import { hookName } from './hook-names.ts'
import type { GameFile } from './load.ts'
import { RequestCall } from './operations.ts'
import { Scope } from './scope.ts'

const AnyAnswer = T.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** `POST /daily_reward` is the operation `game.postDailyReward`. */
const operationOf = ({ method, path }: OwnRoute) =>
  `game.${method.toLowerCase()}${path.replaceAll(/[/_-]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`

interface GamesRoute {
  file: GameFile
  route: OwnRoute
}

function addRoute(app: App, calls: Calls, files: GameFiles, of_games: GamesRoute[]): void {
  const first = of_games[0]?.route
  if (!first) return
  const { method, path, summary } = first
  const schema = {
    operation: operationOf(first),
    summary,
    // No preset closes it: the code itself decides who may do what.
    access: 'own_account' as const,
    body: T.Unsafe<Record<string, unknown>>(first.body),
    response: { 200: AnyAnswer },
    refuses: ['refused_by_game', 'game_code_slow', 'game_code_failed'] as const,
  }
  const findRoute = async ({ player }: FastifyRequest): Promise<GamesRoute> => {
    const file = player && (await files.find(player.game_id))
    const found = of_games.find((one) => one.file === file)
    if (!found) throw new Refusal('unknown_route')
    return found
  }
  app.route({
    method,
    url: `/game${path}`,
    schema,
    config: { has_own_answer: true },
    // Before the input is checked: players of other games learn nothing of the route.
    async preValidation(request) {
      await findRoute(request)
    },
    async handler(request) {
      const player = signedIn(request)
      const found = await findRoute(request)
      const { file } = found
      const input = request.body
      const { context } = request
      const running = {
        code: file.name,
        hook: hookName('route', `${method} ${path}`),
        request_id: request.id,
      }
      return inTransaction(context, async (tx) => {
        const player_id = method === 'GET' ? undefined : player.id
        const scope = new Scope(context, tx, { game_id: player.game_id, player_id, ...running })
        const code_tx = new CodeTransaction(scope, new Set(file.jobs.keys()))
        const call = Object.assign(new RequestCall(request, player.game_id), { input, tx: code_tx })
        const answer = await calls.callInTransaction(running, scope, async () => {
          const returned = (await found.route.handler(call)) ?? {}
          if (!isObject(returned))
            throw new TypeError(`It must answer with an object, and returned ${kindOf(returned)}.`)
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
      [...file.routes].map(([name, route]) => ({ name, file, route })),
    )
    for (const of_games of Map.groupBy(all, ({ name }) => name).values())
      addRoute(app, calls, files, of_games)
  }
