import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { expect, test } from 'vitest'

const sources = globSync('src/**/*.ts')
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !path.endsWith('.test.ts'))

test('only the configuration reads the environment, and rules do not read the clock', () => {
  const readers = sources.filter((path) =>
    /process\.env|\benv\b.*from 'node:process'/.test(readFileSync(path, 'utf8')),
  )
  expect(readers).toEqual(['src/config.ts'])
  const clocks = sources.filter(
    (path) =>
      path.endsWith('/rules.ts') && /Date\.now\(\)|new Date\(\)/.test(readFileSync(path, 'utf8')),
  )
  expect(clocks).toEqual([])
})

test('type assertions are used only in storage', () => {
  const asserting = sources.filter(
    (path) =>
      !path.startsWith('src/storage/') &&
      readFileSync(path, 'utf8')
        .split('\n')
        .some(
          (line) =>
            /[\w)\]}] as (?!const\b)[A-Z{([]/.test(line) &&
            !/^\s*(\*|\/)/.test(line) &&
            !/import|export \*/.test(line),
        ),
  )
  expect(asserting).toEqual([])
})
