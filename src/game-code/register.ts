// For `node --import`: makes `playkeep/game` known to the tests of game code.
import { registerOwnModules } from './own-modules.ts'

registerOwnModules()
