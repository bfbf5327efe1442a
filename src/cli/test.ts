import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { GameCodeProblem } from '../game-code/problem.ts'
import { UsageProblem } from './arguments.ts'

/** Gives the tests `playkeep/game` and `playkeep/game/testing`. */
const PRELOAD = new URL(`../game-code/register${extname(import.meta.url)}`, import.meta.url)

const isTest = (name: string) => /\.test\.[mc]?[jt]s$/.test(name) && !name.includes('node_modules')

/** Runs Node's own test runner. */
export async function testCommand([folder, ...more]: string[]): Promise<void> {
  if (folder === undefined || more.length > 0)
    throw new UsageProblem('test needs one folder: that of your game code.')
  const path = resolve(folder)
  if (!existsSync(path)) throw new GameCodeProblem(path, 'this folder does not exist.')
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(isTest)
  if (files.length === 0)
    throw new GameCodeProblem(path, 'there is no test: name a file such as game.test.ts.')
  const paths = files.map((file) => join(path, file))
  const args = ['--import', PRELOAD.href, '--test', '--test-force-exit', ...paths]
  const tests = spawn(process.execPath, args, { stdio: 'inherit', cwd: path })
  const [code]: (number | null)[] = await once(tests, 'exit')
  process.exitCode = code ?? 1
}
