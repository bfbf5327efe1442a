import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { BROWSER, openBrowser } from './support/browser.ts'
import { buildSite } from './support/site.ts'
import { openWorld } from './support/world.ts'

const REPOSITORY = /^https:\/\/github\.com\/playkeep\/playkeep\/blob\/main\//
const SCREENS = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 667 } }

beforeAll(buildSite)

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'))

/** Every page that can be reached from the start page by links, by its address. */
async function readSite(url: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const waiting = ['/guide/']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const answer = await fetch(url + path)
    pages.set(path, answer.ok ? await answer.text() : '')
    const links = matches(pages.get(path) ?? '', /<a [^>]*href="(\/guide[^"#]*)/g)
    waiting.push(...links)
  }
  return pages
}

test('every link, anchor and file of the guides leads somewhere', async () => {
  const { world, close } = await openWorld('sqlite')
  const { url } = world.server
  const pages = await readSite(url)
  expect(pages.size).toBeGreaterThan(40)
  const broken: string[] = []
  const answers = new Map<string, boolean>()
  const isThere = async (path: string) => {
    const known = answers.get(path) ?? (await fetch(url + path)).ok
    answers.set(path, known)
    return known
  }
  for (const [path, html] of pages) {
    for (const link of matches(html, /(?:href|src)="([^"]*)"/g)) {
      const [target = '', anchor] = link.split('#')
      const text = target === '' ? html : pages.get(target)
      const file = REPOSITORY.test(link) ? target.replace(REPOSITORY, '') : undefined
      const is_fine = /^[a-z]+:/.test(link)
        ? file === undefined || existsSync(file)
        : (target === '' || (await isThere(target))) &&
          (anchor === undefined || (text ?? '').includes(`id="${anchor}"`))
      if (!is_fine) broken.push(`${path} links to ${link}`)
    }
  }
  expect(broken).toEqual([])
  await close()
})

/** Opens a page, and notes what it must not do: load from other hosts, break its own policy, fail. */
async function watch(page: Page, url: string): Promise<string[]> {
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) problems.push(`loads ${request.url()}`)
  })
  page.on('response', (answer) => {
    if (answer.status() >= 400) problems.push(`${answer.status()} for ${answer.url()}`)
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return problems
}

describe.skipIf(!BROWSER)('in a browser', () => {
  test('every guide fits every screen and loads nothing from other hosts', async () => {
    const { world, close } = await openWorld('sqlite')
    const { browser, close: closeBrowser } = await openBrowser()
    const page = await browser.newPage()
    const problems = await watch(page, world.server.url)
    for (const path of (await readSite(world.server.url)).keys()) {
      await page.goto(world.server.url + path, { waitUntil: 'load' })
      for (const [screen, size] of Object.entries(SCREENS)) {
        await page.setViewportSize(size)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([path, screen, width]).toEqual([path, screen, size.width])
      }
    }
    expect(problems).toEqual([])
    await closeBrowser()
    await close()
  })

  for (const [screen, size] of Object.entries(SCREENS)) {
    test(`search finds a guide, and opens it at the heading [${screen}]`, async () => {
      const { world, close } = await openWorld('sqlite')
      const { browser, close: closeBrowser } = await openBrowser()
      const page = await browser.newPage()
      await page.setViewportSize(size)
      const problems = await watch(page, world.server.url)
      await page.goto(`${world.server.url}/guide`)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.keyboard.type('purchase')
      const first = page.locator('#search-results a').first()
      await expect.poll(() => first.textContent()).toContain('A purchase')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toContain('/guide/first-game#6-a-purchase')
      const heading = page.locator('[id="6-a-purchase"]')
      await expect
        .poll(() => heading.evaluate((one) => one.getBoundingClientRect().top))
        .toBeLessThan(200)

      await page.getByRole('button', { name: 'Search' }).click()
      await page.keyboard.type('xyzzy')
      await expect
        .poll(() => page.locator('#search-state').textContent())
        .toContain('Nothing found')
      expect(problems).toEqual([])
      await closeBrowser()
      await close()
    })
  }

  test('the choice of a tab and of the colours holds for all pages', async () => {
    const { world, close } = await openWorld('sqlite')
    const { browser, close: closeBrowser } = await openBrowser()
    const page = await browser.newPage()
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
    await page.goto(`${world.server.url}/guide/features`)
    await page.getByRole('tab', { name: 'curl' }).first().click()
    await page.getByRole('button', { name: 'Light or dark' }).click()
    const chosen = await theme()
    expect(await page.locator('section[data-tab="SDK"]:visible').count()).toBe(0)

    await page.goto(`${world.server.url}/guide/first-game`)
    expect(await page.locator('section[data-tab="SDK"]:visible').count()).toBe(0)
    expect(await page.locator('section[data-tab="curl"]:visible').count()).toBeGreaterThan(2)
    expect(await theme()).toBe(chosen)
    await closeBrowser()
    await close()
  })

  test('on a phone, the menu leads to another guide', async () => {
    const { world, close } = await openWorld('sqlite')
    const { browser, close: closeBrowser } = await openBrowser()
    const page = await browser.newPage()
    await page.setViewportSize(SCREENS.phone)
    await page.goto(`${world.server.url}/guide/first-game`)
    const link = page.locator('#sidebar').getByText('Cheating')
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await link.click()
    await expect.poll(() => page.title()).toContain('Cheating')
    await closeBrowser()
    await close()
  })
})
