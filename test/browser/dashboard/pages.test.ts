import { globSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import type axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSER } from '../../support/browser.ts'
import { Dashboard, type Window } from '../../support/dashboard.ts'
import { findShownIds, pagesForStaff, type ShownIds } from '../../support/dashboard-pages.ts'
import { writeShownCompetition } from '../../support/shown-competition.ts'
import { writeShownGame, writeShownTasks } from '../../support/shown-game-code.ts'
import { writeShownScores } from '../../support/shown-scores.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Axe = typeof axe

const MAX_FIRST_PAGE_BYTES = 300_000

/** A script, an image with one, an end of a quoted text, a text from right to left that never ends, a bell, a blank of no width. */
const HOSTILE = `<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">'"&amp;\u202egnp.\u0007\u200b`

/** Older versions took such names, and messages and attributes may have any text. */
function writeHostileTexts(path: string): void {
  const ids = findShownIds(path)
  const db = new DatabaseSync(path)
  const write = (sql: string) => db.prepare(sql).run({ hostile: HOSTILE })
  write(`update games set description = :hostile where id = ${ids.game_id}`)
  write(`update users set username = :hostile where id = ${ids.player_id}`)
  write(`update groups set name = :hostile, group_type = :hostile where id = ${ids.group_id}`)
  write(`insert into group_attributes (group_id, key, value, creator_id, others_can_edit, created_at)
         values (${ids.group_id}, :hostile, :hostile, ${ids.player_id}, 0, 1)`)
  write(
    `insert into user_attributes (user_id, key, value) values (${ids.player_id}, :hostile, :hostile)`,
  )
  write(`update messages set text = :hostile where chat_id = ${ids.chat_id}`)
  const message = `(select max(id) from messages where chat_id = ${ids.chat_id})`
  write(`insert into reports (game_id, reporter_id, kind, target_id, user_id, reason, text, snapshot, state, created_at)
         values (${ids.game_id}, ${ids.player_id}, 'message', ${message}, ${ids.player_id}, 'other', :hostile,
                 json_object('text', :hostile, 'username', :hostile), 'open', 1)`)
  write(`insert into sanctions (game_id, user_id, kind, reason, until, created_by, created_at)
         values (${ids.game_id}, ${ids.player_id}, 'mute', :hostile, 253402300799999, :hostile, 1)`)
  write(`update presence set status = :hostile where user_id = ${ids.player_id}`)
  write(`update game_rounds set game_type = :hostile where id in (${ids.round_id})`)
  write(
    `update game_rounds set metadata = json_object(:hostile, :hostile) where id = ${ids.round_id}`,
  )
  write(
    `update leaderboard_entries set leaderboard_name = :hostile where leaderboard_name = 'Arena'`,
  )
  write(`update leaderboard_bests set leaderboard_name = :hostile where leaderboard_name = 'Arena'`)
  write(
    `update store_items set name = :hostile, category = :hostile, description = :hostile where id = 1`,
  )
  db.close()
}

/** What axe calls serious or critical. Its text is not a script of the page, so the policy of the page does not hold for it. */
async function findBarriers(
  { page }: Window,
  contrast: boolean | 'only' = true,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async (checked) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const options =
      checked === 'only'
        ? { runOnly: { type: 'rule' as const, values: ['color-contrast'] } }
        : { rules: { 'color-contrast': { enabled: checked } } }
    const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help} (${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')})`,
      )
  }, contrast)
}

/** What a browser would have executed, and what would turn the text around or hide. Fields have the text as it is. */
const findHostileParts = ({ page }: Window) =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const field of copy.querySelectorAll('textarea, input')) field.remove()
    const shown = copy.outerHTML + document.title
    return [
      ...('hacked' in globalThis ? ['a script was executed'] : []),
      ...(copy.querySelector('img[src="x"], body script:not([src])') ? ['it is an element'] : []),
      ...(['\u202E', '\u0007'].some((hidden) => shown.includes(hidden))
        ? ['a character that is not seen is on the page as it is']
        : []),
    ]
  })

/** Colours change slowly. */
const changeColours = async ({ page }: Window, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
}

describe.skipIf(!BROWSER)('the pages of the dashboard [sqlite]', () => {
  let dashboard: Dashboard
  let window: Window
  let ids: ShownIds
  const game_code = writeShownGame()

  beforeAll(async () => {
    dashboard = await Dashboard.open({
      demo: true,
      prepare(path) {
        writeShownCompetition(path)
        writeShownScores(path)
        writeHostileTexts(path)
        writeShownTasks(path, { problem: HOSTILE, stack: HOSTILE })
        ids = findShownIds(path)
      },
      settings: { GAME_CODE: game_code },
    })
    window = await dashboard.signedIn('owner')
  })

  afterAll(async () => {
    await dashboard?.close()
    rmSync(game_code, { recursive: true })
  })

  test('every address of the dashboard is in the list that is looked at', () => {
    const listed = new Set(
      Object.values(pagesForStaff({ ...ids })).map((path) =>
        path.replace(/\?.*/, '').replaceAll(/\d+/g, '1'),
      ),
    )
    const addresses = globSync('dashboard/src/pages/*/routes.ts').flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return text
        .split('createRoute({')
        .slice(1)
        .map((route) => {
          const path = /path: '([^']*)'/.exec(route)?.[1] ?? ''
          const base = route.includes('() => gameRoute') ? '/games/1' : ''
          return `${base}${path}`.replaceAll(/\$\w+/g, '1').replace(/(.)\/$/, '$1')
        })
    })
    expect(addresses.length).toBeGreaterThan(20)
    expect(addresses.filter((path) => path !== '/' && !listed.has(path))).toEqual([])
  })

  test('show hostile texts as text, have no barriers in light and dark, and break no rule of the browser', async () => {
    const found: string[] = []
    for (const [index, [name, path]] of Object.entries(pagesForStaff(ids)).entries()) {
      await window.page.emulateMedia({ colorScheme: 'light' })
      try {
        // In some, loading the page itself is tried, too.
        await (index % 6 === 0 ? window.visit(path) : window.follow(path))
      } catch (error) {
        found.push(String(error))
        continue
      }
      const barriers = await findBarriers(window, index % 3 === 0)
      const hostile = await findHostileParts(window)
      // The colours come from one theme, so a part of the pages is enough: to compute contrasts takes long.
      const is_seen_in_dark = index % 6 === 0
      if (is_seen_in_dark) await changeColours(window, 'dark')
      const in_dark = is_seen_in_dark ? await findBarriers(window, 'only') : []
      const problems = window.problems.splice(0)
      const all = [...barriers, ...hostile, ...in_dark.map((text) => `dark: ${text}`), ...problems]
      found.push(...all.map((text) => `${name}: ${text}`))
    }
    expect(found).toEqual([])
  })

  test('on a phone, nothing of a list is cut, and its buttons are seen', async () => {
    const names = [
      'players',
      'player-held-scores',
      'multiplayer-rounds',
      'leaderboard-prizes',
      'matchmaking',
      'review-queue',
      'score-rules',
    ]
    await window.page.setViewportSize({ width: 390, height: 844 })
    const found: string[] = []
    const with_buttons: string[] = []
    for (const name of names) {
      const page = await window.visit(pagesForStaff(ids)[name] ?? '')
      const cut = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('[role=region]')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ scrollWidth, clientWidth }) => `${scrollWidth} of ${clientWidth} pixels`),
      )
      const buttons = await page
        .locator('td button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
      found.push(...cut.map((text) => `${name}: ${text}`))
      if (buttons.some((right) => right > 390)) found.push(`${name}: a button is outside`)
      if (buttons.length > 0) with_buttons.push(name)
    }
    await window.page.setViewportSize({ width: 1280, height: 900 })
    expect(found).toEqual([])
    expect(with_buttons).toEqual(
      expect.arrayContaining(['matchmaking', 'review-queue', 'score-rules']),
    )
  })

  test('the first page is small, and loads nothing from elsewhere', async () => {
    const visitor = await dashboard.window()
    const sizes: Promise<number>[] = []
    visitor.page.on('requestfinished', (request) => {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    const began = performance.now()
    await visitor.visit('/')
    console.log(`The first page was there after ${Math.round(performance.now() - began)} ms.`)
    expect(visitor.page.url()).toContain('/sign-in')
    expect(await findBarriers(visitor)).toEqual([])
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(MAX_FIRST_PAGE_BYTES)
    expect(visitor.problems).toEqual([])
  })
})
