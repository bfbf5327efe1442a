import { Cron } from 'croner'
import { isEventName } from '../event-types.ts'
import { compileValidator } from '../http/input/validation.ts'
import { operation_names } from './contract.ts'
import { type Field, schemaOf } from './fields.ts'
import { GameCodeProblem } from './problem.ts'

/** A function of the studio. What it gets and returns depends on what it is for. */
export type Hook = (call: object) => unknown

export interface OwnRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v3/game`. */
  path: string
  summary: string
  body: Record<string, unknown>
  handler: Hook
}

interface OwnJob {
  /** Undefined: it runs only when it is enqueued. */
  cron: Cron | undefined
  run: Hook
}

/** The code of a game, checked. */
export interface CheckedCode {
  before: ReadonlyMap<string, Hook>
  after: ReadonlyMap<string, Hook>
  routes: ReadonlyMap<string, OwnRoute>
  on: ReadonlyMap<string, Hook>
  jobs: ReadonlyMap<string, OwnJob>
}

type Named = Record<string, unknown>

/** Says what is wrong. `named` is what the source has there, to find the line. */
type Fail = (reason: string, named?: string) => never

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isHook = (value: unknown): value is Hook => typeof value === 'function'

const describe = (value: unknown) => (value === null ? 'null' : typeof value)

function readGroup(definition: Named, name: string, fail: Fail): Named {
  const group = definition[name] ?? {}
  return isNamed(group) ? group : fail(`${name} must be an object, and is ${describe(group)}`, name)
}

/** How many letters would have to change. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1]
    for (const [index, other_letter] of Array.from(other).entries())
      next.push(
        Math.min(
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
          (row[index] ?? 0) + Number(letter !== other_letter),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

function suggest(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((one) => ({ one, letters: distance(name, one) }))
    .toSorted((a, b) => a.letters - b.letters)
  return nearest && nearest.letters <= name.length / 2 ? ` Did you mean ${nearest.one}?` : ''
}

function readHooks(group: string, definition: Named, fail: Fail): Map<string, Hook> {
  const hooks = new Map<string, Hook>()
  for (const [name, hook] of Object.entries(readGroup(definition, group, fail))) {
    if (!operation_names.includes(name))
      fail(
        `${group} names "${name}", which is no operation.${suggest(name, operation_names)} docs/game-operations.md lists all.`,
        name,
      )
    hooks.set(name, isHook(hook) ? hook : fail(`${group} "${name}" must be a function`, name))
  }
  return hooks
}

function readHandlers(definition: Named, event_names: string[], fail: Fail): Map<string, Hook> {
  const handlers = new Map<string, Hook>()
  for (const [name, handler] of Object.entries(readGroup(definition, 'on', fail))) {
    if (!isEventName(name))
      fail(
        `on names "${name}", which is no type of event.${suggest(name, event_names)} docs/events.md lists all.`,
        name,
      )
    handlers.set(name, isHook(handler) ? handler : fail(`on "${name}" must be a function`, name))
  }
  return handlers
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const PATH = /^(\/[a-z0-9_-]+)+$/

const isField = (value: unknown): value is Field<unknown> =>
  isNamed(value) && isNamed(value['schema']) && typeof value['is_optional'] === 'boolean'

function readBody(name: string, body: unknown, fail: Fail): Record<string, unknown> {
  if (!isNamed(body)) return fail(`body of "${name}" must be an object of fields`, name)
  const fields = new Map<string, Field<unknown>>()
  for (const [field, value] of Object.entries(body)) {
    if (!isField(value))
      return fail(
        `the field ${field} of "${name}" must be made by a function of playkeep/game, such as text(20) or integer()`,
        name,
      )
    fields.set(field, value)
  }
  const schema = schemaOf(Object.fromEntries(fields))
  try {
    compileValidator(schema, { refuses_null: false })
  } catch (error) {
    fail(`body of "${name}": ${error instanceof Error ? error.message : String(error)}`, name)
  }
  return schema
}

/** A misspelled part would be missing without a word. */
function refuseUnknownParts(what: string, value: Named, parts: string[], fail: Fail): void {
  const unknown = Object.keys(value).find((name) => !parts.includes(name))
  if (unknown !== undefined)
    fail(`"${unknown}" is no part of ${what}.${suggest(unknown, parts)}`, unknown)
}

function readRoutes(definition: Named, fail: Fail): Map<string, OwnRoute> {
  const routes = new Map<string, OwnRoute>()
  for (const [name, route] of Object.entries(readGroup(definition, 'routes', fail))) {
    const [verb = '', path = ''] = name.split(' ')
    const method = METHODS.find((one) => one === verb)
    if (!method || !PATH.test(path) || name !== `${verb} ${path}`)
      return fail(
        `a route must be a method and a path, such as "POST /daily_reward", and not "${name}"; paths have small letters, digits, _ and -, and no parameters: send ids as fields`,
        name,
      )
    if (!isNamed(route) || !isHook(route['handler']))
      return fail(`the route "${name}" must have a function named handler`, name)
    refuseUnknownParts(`the route "${name}"`, route, ['body', 'summary', 'handler'], fail)
    const { summary = `The game's own ${name}`, body = {}, handler } = route
    routes.set(name, {
      method,
      path,
      summary: String(summary),
      body: readBody(name, body, fail),
      handler,
    })
  }
  return routes
}

function readCron(name: string, { cron, time_zone = 'UTC' }: Named, fail: Fail): Cron | undefined {
  if (cron === undefined) return undefined
  if (typeof cron !== 'string' || cron.trim().split(/\s+/).length !== 5)
    return fail(`cron of the job "${name}" must be five fields, such as "0 0 * * 1"`, name)
  try {
    const clock = new Cron(cron, { timezone: String(time_zone), paused: true })
    if (clock.nextRun() === null) return fail(`cron of the job "${name}" never comes`, name)
    return clock
  } catch (error) {
    if (error instanceof GameCodeProblem) throw error
    return fail(
      `cron of the job "${name}": ${error instanceof Error ? error.message : String(error)}`,
      name,
    )
  }
}

function readJobs(definition: Named, fail: Fail): Map<string, OwnJob> {
  const jobs = new Map<string, OwnJob>()
  for (const [name, job] of Object.entries(readGroup(definition, 'jobs', fail))) {
    if (!isNamed(job) || !isHook(job['run']))
      return fail(`the job "${name}" must have a function named run`, name)
    refuseUnknownParts(`the job "${name}"`, job, ['cron', 'time_zone', 'run'], fail)
    jobs.set(name, { cron: readCron(name, job, fail), run: job['run'] })
  }
  return jobs
}

const GROUPS = ['before', 'after', 'routes', 'on', 'jobs']

/** Everything is checked before the server starts, so that a mistake is found by whoever made it. */
export function checkDefinition(
  definition: unknown,
  event_names: string[],
  fail: Fail,
): CheckedCode {
  if (!isNamed(definition))
    return fail('there is no game: write `export default defineGame({ … })`')
  const unknown = Object.keys(definition).find((name) => !GROUPS.includes(name))
  if (unknown !== undefined)
    fail(
      `"${unknown}" is no part of a game.${suggest(unknown, GROUPS)} There are ${GROUPS.join(', ')}.`,
      unknown,
    )
  return {
    before: readHooks('before', definition, fail),
    after: readHooks('after', definition, fail),
    routes: readRoutes(definition, fail),
    on: readHandlers(definition, event_names, fail),
    jobs: readJobs(definition, fail),
  }
}
