import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Row {
  threat: string
  /** Files and titles of the tests that show it. */
  tests: { file: string; title: string }[]
}

function readRows(page: string): Row[] {
  const lines = page.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) => {
    const [threat = '', , , shown = ''] = line.split(' | ')
    const tests = [...shown.matchAll(/`([^`]+\.test\.ts)`: (.+?)(?=; `| \|$|$)/g)]
    return {
      threat: threat.slice(2),
      tests: tests.map(([, file = '', title = '']) => ({ file, title })),
    }
  })
}

/** What is wrong with the page: rows without a test, and tests that do not exist. */
function findDrift(page: string): string[] {
  return readRows(page).flatMap(({ threat, tests }) =>
    tests.length === 0
      ? [`"${threat}" names no test`]
      : tests
          .filter(({ file, title }) => !existsSync(file) || !hasTest(file, title))
          .map(({ file, title }) => `"${threat}" names ${file}: ${title}, which does not exist`),
  )
}

/** Whether the file has a test with this title; the same words elsewhere in the file do not count. */
function hasTest(file: string, title: string): boolean {
  const text = readFileSync(file, 'utf8').replaceAll("\\'", "'")
  return ["'", '"', '`'].some((quote) =>
    [`${title}${quote}`, `${title} [\${engine}]${quote}`].some((ending) => {
      const at = text.indexOf(quote + ending)
      return at >= 0 && /(test(\.skipIf\(.*\))?|onEachEngine)\(\s*$/.test(text.slice(0, at))
    }),
  )
}

const page = readFileSync('docs/threat-model.md', 'utf8')

test('every threat names tests that exist', () => {
  expect(readRows(page).length).toBeGreaterThan(25)
  expect(findDrift(page)).toEqual([])
})

test('a threat without a test and a test that does not exist are reported', () => {
  const head = '| Threat | What protects | What remains | Shown by |\n| --- | --- | --- | --- |\n'
  const here = 'test/security/threat-model.test.ts'
  expect(findDrift(`${head}| Fire | water | smoke | nothing yet |`)).toEqual([
    '"Fire" names no test',
  ])
  expect(
    findDrift(
      `${head}| Flood | a dam | mud | \`${here}\`: every threat names tests that exist; \`${here}\`: no such |`,
    ),
  ).toEqual([`"Flood" names ${here}: no such, which does not exist`])
})
