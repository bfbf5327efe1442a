// Writes a picture of every page of the dashboard, with demo data: light, dark and as wide as a phone.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BROWSER } from '../test/support/browser.ts'
import { Dashboard, type Window } from '../test/support/dashboard.ts'
import { findShownIds, pagesForStaff } from '../test/support/dashboard-pages.ts'
import { killRunning } from '../test/support/servers.ts'
import { writeShownCompetition } from '../test/support/shown-competition.ts'
import { writeShownGame, writeShownTasks } from '../test/support/shown-game-code.ts'
import { writeShownScores } from '../test/support/shown-scores.ts'

const HELP = `node scripts/screenshots.ts FOLDER [options]

  --only NAME,…   only these pages, such as overview,players
  --full-page     the whole page, however long it is, instead of what fits on the screen
`

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const

const PROBLEM = "TypeError: Cannot read properties of undefined (reading 'prize')"
const STACK = `${PROBLEM}
    at prizeOf (/srv/my-game/prizes.ts:12:31)
    at store.purchase (/srv/my-game/game.ts:24:18)`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, 'full-page': { type: 'boolean', default: false } },
})
const [folder] = positionals
const wanted = values.only?.split(',')

async function takePictures(window: Window, pages: [string, string][], to: string): Promise<void> {
  for (const [look, { colorScheme, viewport }] of Object.entries(LOOKS)) {
    await window.page.emulateMedia({ colorScheme })
    await window.page.setViewportSize(viewport)
    for (const [name, path] of pages) {
      await window.visit(path)
      // Charts draw themselves once they know how wide they are.
      await window.page.waitForTimeout(500)
      const picture = { path: join(to, `${name}-${look}.png`), fullPage: values['full-page'] }
      await window.page.screenshot(picture)
    }
  }
}

async function main(to: string): Promise<void> {
  mkdirSync(to, { recursive: true })
  let all: Record<string, string> = {}
  const game_code = writeShownGame()
  const dashboard = await Dashboard.open({
    demo: true,
    prepare: (path) => {
      all = pagesForStaff(findShownIds(path))
      writeShownTasks(path, { problem: PROBLEM, stack: STACK })
      writeShownCompetition(path)
      writeShownScores(path)
    },
    settings: { GAME_CODE: game_code },
  })
  try {
    const window = await dashboard.signedIn('owner')
    const pages = Object.entries(all).filter(([name]) => !wanted || wanted.includes(name))
    await takePictures(window, pages, to)
    for (const problem of window.problems) console.log(problem)
  } finally {
    await dashboard.close()
    rmSync(game_code, { recursive: true })
  }
}

process.once('SIGINT', () => {
  killRunning()
  process.exit(1)
})
if (folder === undefined || !BROWSER) {
  console.error(BROWSER ? HELP : 'Chromium is not installed.')
  process.exitCode = 1
} else await main(folder)
