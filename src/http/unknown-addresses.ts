import type { RouteOptions } from 'fastify'
import { Refusal } from '../errors.ts'
import type { App } from './types.ts'

/** What may follow one part of an address. */
class Place {
  readonly next = new Map<string, Place>()
  /** The methods of the address that ends here. */
  readonly methods = new Set<string>()

  follow(name: string): Place {
    let place = this.next.get(name)
    if (!place) this.next.set(name, (place = new Place()))
    return place
  }
}

const ANY_NAME = ':'
const ANY_REST = '*'

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')

const partsOfRoute = (url: string) =>
  partsOf(url).map((part) => (part.startsWith(':') ? ANY_NAME : part))

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** All addresses of these parts, the one that names most of them first. */
function* findPlaces(place: Place, parts: string[], at = 0): Generator<Place> {
  const part = parts[at]
  if (part === undefined) {
    if (place.methods.size > 0) yield place
    return
  }
  for (const name of new Set([part, ANY_NAME])) {
    const next = place.next.get(name)
    if (next) yield* findPlaces(next, parts, at + 1)
  }
  const rest = place.next.get(ANY_REST)
  if (rest) yield rest
}

/** The methods of all addresses. Fastify could tell them only by a route for every other method: thousands of routes. */
class AddressBook {
  readonly #first = new Place()

  constructor(routes: Pick<RouteOptions, 'url' | 'method'>[]) {
    for (const { url, method } of routes) {
      let place = this.#first
      for (const part of partsOfRoute(url)) place = place.follow(part)
      for (const known of [method].flat()) place.methods.add(known)
    }
  }

  /** Empty: there is no such address. */
  methodsOf(path: string): Set<string> {
    const [first] = findPlaces(this.#first, partsOf(path).map(decode))
    return first?.methods ?? new Set()
  }

  /** Methods with which a route for any name would answer: as if `guest` in `GET /users/guest` were the id of a user. */
  hiddenMethodsOf(url: string): Set<string> {
    const [own, ...others] = findPlaces(this.#first, partsOfRoute(url))
    const hidden = new Set(others.flatMap(({ methods }) => [...methods]))
    return hidden.difference(own?.methods ?? new Set())
  }
}

/** Called when all routes are there. A request that none of them answers is refused: 405 if its address has other methods. */
export function refuseUnknownAddresses(app: App, routes: RouteOptions[]): void {
  const book = new AddressBook(routes)
  app.setNotFoundHandler(({ url, method }, reply) => {
    const [path = ''] = url.split('?', 1)
    const methods = book.methodsOf(path)
    // With a method of its own: a folder without this file.
    if (methods.size === 0 || methods.has(method)) throw new Refusal('unknown_route')
    reply.header('allow', [...methods].join(', '))
    throw new Refusal('method_not_allowed')
  })
  for (const url of new Set(routes.map((route) => route.url))) {
    const method = [...book.hiddenMethodsOf(url)]
    if (method.length > 0)
      app.route({
        method,
        url,
        schema: { caller: 'anyone' },
        handler: (_request, reply) => reply.callNotFound(),
      })
  }
}
