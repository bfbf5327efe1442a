import type { FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import { isClosable, permissionName, routeName } from '../access/route-names.ts'
import { Refusal } from '../errors.ts'
import { executeOnce } from './idempotency.ts'
import { knownFields } from './input/unknown-fields.ts'
import { sliceLargeAnswers } from './large-answers.ts'
import { failSlowly, isAlwaysOpen } from './overload/admission.ts'
import type { RateLimiter } from './overload/rate-limiter.ts'
import { hasBody } from './overload/sent.ts'
import { staffAccess } from './staff-access.ts'
import type { App } from './types.ts'

function attempt(request: FastifyRequest, work: () => void, done: (error?: Error) => void): void {
  try {
    work()
  } catch (error) {
    return failSlowly(error, request, done)
  }
  done()
}

const noBodyHere = () =>
  new Refusal('malformed_body', {
    sentence: 'This address takes no request body.',
    headers: { connection: 'close' },
  })

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isReturningGuest = (answer: unknown) =>
  isObject(answer) && 'is_new_user' in answer && answer.is_new_user === false

/**
 * The admin API has no old clients that send more than it reads. So there a field that is misspelled or null is refused, and never
 * means "all", such as all games.
 */
function refuseUnknownFields(route: RouteOptions): void {
  const { body, ...schema } = route.schema ?? {}
  if (!isObject(body) || !route.url.startsWith('/admin/api/')) return
  route.schema = { ...schema, body: { ...body, additionalProperties: false } }
}

/** Collects what requests need to know about their route, and stores the answers of writes for retries. */
export function prepareRoute(app: App, route: RouteOptions, rate_limiter: RateLimiter): void {
  refuseUnknownFields(route)
  const methods = [route.method].flat()
  const method = methods[0] ?? 'GET'
  const {
    caller = 'player',
    is_write = method !== 'GET',
    rate = [],
    rate_with = {},
    access,
    body,
    response,
  } = route.schema ?? {}
  const name = routeName(method, route.url)
  const is_closable = isClosable(route.schema ?? {})
  const success_status = Number(
    Object.keys(response ?? {}).find((key) => key.startsWith('2')) ?? 200,
  )
  const bypasses_capacity = isAlwaysOpen(route.url)
  // Pages, and the answers to wrong methods, have no schema of their answer.
  const is_in_api = response !== undefined
  const facts = {
    url: route.url,
    caller,
    name: permissionName(name),
    is_write,
    rate,
    rate_with,
    access,
    is_closable,
    staff_access: caller === 'staff' ? staffAccess(route, is_write) : undefined,
    success_status,
    fields: is_in_api ? knownFields(body ?? {}) : undefined,
    waits: route.schema?.waits === true,
    has_large_answers: route.schema?.has_large_answers === true,
    bypasses_capacity,
  }
  if (is_in_api) app.route_names.set(name, is_closable)
  if (facts.waits) app.waiting_routes.add(route.url)
  const rememberRoute: onRequestHookHandler = (request, reply, done) => {
    request.route = facts
    if (success_status !== 200) reply.code(success_status)
    done()
  }
  route.onRequest = [rememberRoute, ...[route.onRequest ?? []].flat()]
  if (bypasses_capacity)
    route.onRequest.push(({ raw }, _reply, done) => done(hasBody(raw) ? noBodyHere() : undefined))
  if (rate.length > 0 || (is_write && methods.includes('GET')))
    route.onRequest.push((request, _reply, done) => {
      attempt(request, () => rate_limiter.admitToRoute(request), done)
    })
  if (rate.includes('guests'))
    route.preSerialization = (request, _reply, answer, done) => {
      if (isReturningGuest(answer)) rate_limiter.guestWasFound(request)
      done(null, answer)
    }
  const { operation } = route.schema ?? {}
  if (is_write && operation !== undefined && app.wrapOperation)
    route.handler = app.wrapOperation(operation, route.handler)
  const has_write_method = methods.some((verb) => verb !== 'GET')
  if (has_write_method && route.schema && !route.config?.needs_no_stored_answer)
    route.handler = executeOnce(route.handler)
  route.handler = sliceLargeAnswers(route.handler, response, {
    status: success_status,
    may_be_large: facts.has_large_answers,
  })
}
