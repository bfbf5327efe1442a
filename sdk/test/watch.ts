const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The parts of a game that only work for as long as a player plays. */
const NOT_FEATURES = new Set(['later', 'events', 'outbox', 'player', 'constructor'])

function namesOf(target: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(target)
  const inherited = isObject(prototype) ? Object.getOwnPropertyNames(prototype) : []
  return [...Object.getOwnPropertyNames(target), ...inherited].filter(
    (name) => !NOT_FEATURES.has(name),
  )
}

/** Every method of a game and its features, such as `rounds.create`. */
export function methodsOf(target: object, path = ''): string[] {
  return namesOf(target).flatMap((name) => {
    const value: unknown = Reflect.get(target, name)
    if (typeof value === 'function') return [path + name]
    return isObject(value) ? methodsOf(value, `${path}${name}.`) : []
  })
}

/** Notes which methods are called. */
export function watch<T extends object>(target: T, called: Set<string>, path = ''): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'function') {
        return (...args: unknown[]) => {
          called.add(path + String(name))
          return Reflect.apply(value, target, args)
        }
      }
      return isObject(value) && !NOT_FEATURES.has(String(name))
        ? watch(value, called, `${path}${String(name)}.`)
        : value
    },
  })
}
