import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const SDK = fileURLToPath(new URL('..', import.meta.url))
const ROOT = join(SDK, '..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const MAX_BYTES = 12 * 1024

/** A copy of the client, with a change to its contract. */
function copyWith(change: (types: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'playkeep-sdk-'))
  const sdk = join(folder, 'sdk')
  for (const part of ['src', 'types', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(SDK, part), join(sdk, part), { recursive: true })
  cpSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  const types = join(sdk, 'src/contract/types.ts')
  writeFileSync(types, change(readFileSync(types, 'utf8')))
  return folder
}

function typeCheck(folder: string): string {
  try {
    execFileSync(process.execPath, [TSC, '--noEmit', '-p', join(folder, 'sdk/tsconfig.json')])
    return ''
  } catch (error) {
    return String(Object(error).stdout)
  }
}

test('the client has less than 12 KB, compressed, and needs nothing else', async () => {
  const bundle = await rolldown({ input: join(SDK, 'src/index.ts') })
  const { output } = await bundle.generate({ minify: true })
  const [{ code, imports }] = output

  expect(gzipSync(code).length).toBeLessThan(MAX_BYTES)
  expect(imports).toEqual([])
})

test('a field that the contract has lost breaks the type check', () => {
  const whole = copyWith((types) => types)
  const broken = copyWith((types) => types.replace(/^ {2}is_verified: boolean$/m, ''))
  try {
    expect(typeCheck(whole)).toBe('')
    expect(typeCheck(broken)).toContain('is_verified')
  } finally {
    rmSync(whole, { recursive: true })
    rmSync(broken, { recursive: true })
  }
})

test('the built package runs as plain JavaScript', async () => {
  const folder = copyWith((types) => types)
  try {
    execFileSync(process.execPath, [TSC, '-p', join(folder, 'sdk/tsconfig.build.json')])
    const built: object = await import(pathToFileURL(join(folder, 'sdk/dist/index.js')).href)

    expect(Object.keys(built).toSorted()).toEqual(['Playkeep', 'PlaykeepError', 'memoryStorage'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
