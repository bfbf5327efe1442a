import { registerHooks } from 'node:module'
import { extname } from 'node:path'

const OWN_MODULES: Record<string, string> = {
  'playkeep/game': './game.ts',
  'playkeep/game/testing': '../test-game.ts',
}

let is_registered = false

/** Game code imports `playkeep/game` from this server, wherever its folder is and whatever is installed there. */
export function registerOwnModules(): void {
  if (is_registered) return
  is_registered = true
  const extension = extname(import.meta.url)
  registerHooks({
    resolve(specifier, context, next) {
      const own = OWN_MODULES[specifier]
      if (own === undefined) return next(specifier, context)
      const url = new URL(own.replace('.ts', extension), import.meta.url).href
      return { url, shortCircuit: true }
    },
  })
}
