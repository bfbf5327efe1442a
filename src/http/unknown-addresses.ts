import type { RouteOptions } from 'fastify'
import { Refusal } from '../errors.ts'
import type { App } from './types.ts'

/** A node of the tree of addresses: one part of a path. */
class PathNode {
  readonly children = new Map<string, PathNode>()
  /** Of the address that ends here. */
  readonly methods = new Set<string>()

  child(part: string): PathNode {
    let node = this.children.get(part)
    if (!node) this.children.set(part, (node = new PathNode()))
    return node
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

/** All addresses that match, in Fastify's order: from the left, a part itself goes before a parameter, and that before `*`. */
function* findMatches(node: PathNode, parts: string[], at = 0): Generator<PathNode> {
  const part = parts[at]
  if (part === undefined) {
    if (node.methods.size > 0) yield node
    return
  }
  for (const name of new Set([part, ANY_NAME])) {
    const child = node.children.get(name)
    if (child) yield* findMatches(child, parts, at + 1)
  }
  const rest = node.children.get(ANY_REST)
  if (rest) yield rest
}

/** The methods of all addresses. Fastify could tell them only by a route for every other method: thousands of routes. */
class AddressBook {
  readonly #root = new PathNode()

  constructor(routes: Pick<RouteOptions, 'url' | 'method'>[]) {
    for (const { url, method } of routes) {
      let node = this.#root
      for (const part of partsOfRoute(url)) node = node.child(part)
      for (const known of [method].flat()) node.methods.add(known)
    }
  }

  /** Empty: there is no such address. */
  methodsOf(path: string): Set<string> {
    const [first] = findMatches(this.#root, partsOf(path).map(decode))
    return first?.methods ?? new Set()
  }

  /** Methods with which a route for any name would answer: as if `guest` in `GET /users/guest` were the id of a user. */
  hiddenMethodsOf(url: string): Set<string> {
    const [own, ...others] = findMatches(this.#root, partsOfRoute(url))
    const hidden = new Set(others.flatMap(({ methods }) => [...methods]))
    return hidden.difference(own?.methods ?? new Set())
  }
}

/** Called when all routes are there. A request that none of them answers is refused: 405 if its address has other methods. */
export function refuseUnknownAddresses(app: App, routes: RouteOptions[]): void {
  const book = new AddressBook(routes)
  app.setNotFoundHandler(({ url, method }, reply) => {
    // A request to a proxy names the host, too.
    const [path = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)
    const methods = book.methodsOf(path)
    // A route has taken the request, and found no file of this name.
    if (methods.size === 0 || methods.has(method)) throw new Refusal('unknown_route')
    reply.header('allow', [...methods].join(', '))
    throw new Refusal('method_not_allowed')
  })
  for (const url of new Set(routes.map((route) => route.url))) {
    const hidden = [...book.hiddenMethodsOf(url)]
    if (hidden.length > 0)
      app.route({
        method: hidden,
        url,
        schema: { caller: 'anyone' },
        config: { needs_no_stored_answer: true },
        handler: (_request, reply) => reply.callNotFound(),
      })
  }
}
