import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BROWSER, openBrowser } from '../../test/support/browser.ts'
import { startExample } from './server.ts'
import { skyOf } from './src/sky.ts'

const SECONDS = 15
const SEED = 1

async function openExample() {
  const folder = await mkdtemp(join(tmpdir(), 'starcatch-'))
  const example = await startExample({
    folder,
    host: '127.0.0.1',
    game_port: 0,
    playkeep_port: 0,
  })
  onTestFinished(async () => {
    await example.stop()
    await rm(folder, { recursive: true })
  })
  return example
}

/** A browser of its own, so another player. */
async function openWindow(url: string): Promise<Page> {
  const { browser, close } = await openBrowser()
  onTestFinished(close)
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(url)
  await page.locator('#network[data-state=online]').waitFor()
  return page
}

const addressOf = (url: string, seconds = SECONDS) => `${url}?round_seconds=${seconds}&seed=${SEED}`
const screenOf = (page: Page) => page.getAttribute('body', 'data-screen')
const openTab = (page: Page, tab: string) => page.click(`nav [data-opens=${tab}]`)

async function waitForScreen(page: Page, screen: string): Promise<void> {
  await page.locator(`body[data-screen=${screen}]`).waitFor()
}

/** With the mouse, to where the next star falls: the seed says where. */
async function catchStars(page: Page): Promise<void> {
  const stars = skyOf(SEED, SECONDS).filter(({ kind }) => kind !== 'rock')
  const stage = await page.locator('#stage').boundingBox()
  if (!stage) throw new Error('There is no stage.')
  while ((await screenOf(page)) === 'playing') {
    const elapsed_ms = (SECONDS - Number(await page.textContent('#time'))) * 1000
    const next = stars.find(({ at_ms }) => at_ms > elapsed_ms)
    if (next) await page.mouse.move(stage.x + next.x * stage.width, stage.y + stage.height / 2)
  }
}

/** Names and scores, as the page shows them. */
async function rankingOf(page: Page, id: string) {
  const rows = await page.locator(`#${id} li`).evaluateAll((found) =>
    found.map((row) => ({
      index: row.getAttribute('style'),
      name: row.querySelector('.name')?.textContent ?? '',
      points: Number(row.querySelector('.points')?.textContent),
    })),
  )
  return rows.toSorted((one, other) => (one.index ?? '').localeCompare(other.index ?? ''))
}

const pointsIn = async (page: Page, name: string) =>
  (await rankingOf(page, 'ranking-live')).find((row) => row.name === name)?.points ?? 0

async function nameOf(page: Page): Promise<string> {
  return (await page.textContent('#account-name')) ?? ''
}

describe.skipIf(!BROWSER)('the example game', () => {
  test('two windows play a match with a live ranking, and use all the rest', async () => {
    const { url } = await openExample()
    const ana = await openWindow(addressOf(url))

    await ana.click('#open-match')
    await waitForScreen(ana, 'lobby')
    const ben = await openWindow(await ana.inputValue('#link'))
    await waitForScreen(ben, 'lobby')
    const names = { ana: await nameOf(ana), ben: await nameOf(ben) }
    await expect.poll(() => rankingOf(ana, 'ranking-lobby')).toHaveLength(2)

    await ana.click('#start-match')
    await Promise.all([waitForScreen(ana, 'playing'), waitForScreen(ben, 'playing')])
    await ben.keyboard.down('ArrowRight')
    const playing = catchStars(ana)
    await expect.poll(() => pointsIn(ben, names.ana), { interval: 20 }).toBeGreaterThan(0)
    const before = await pointsIn(ben, names.ana)
    await expect.poll(() => pointsIn(ben, names.ana), { interval: 20 }).toBeGreaterThan(before)
    expect(await screenOf(ben)).toBe('playing')
    await ben.keyboard.up('ArrowRight')
    await playing

    for (const page of [ana, ben])
      await expect.poll(() => page.textContent('#ranking-title')).toBe('Final ranking')
    const final = await rankingOf(ana, 'ranking-result')
    expect(final.map(({ name }) => name)).toEqual([names.ana, names.ben])
    expect(final[0]?.points).toBe(Number(await ana.textContent('#final-score')))
    expect(final[1]?.points).toBe(Number(await ben.textContent('#final-score')))
    await expect.poll(() => rankingOf(ben, 'ranking-result')).toEqual(final)
    for (const page of [ana, ben])
      await page.locator('.toast', { hasText: 'Your rating is' }).waitFor()
    for (const list of ['#weekly', '#ratings'])
      await expect
        .poll(async () => {
          await openTab(ana, 'best')
          return ana.locator(`${list} .name`).allTextContents()
        })
        .toEqual([names.ana, names.ben])

    await buySkin(ana)
    await upgrade(ana)
    await becomeFriends(ana, ben)
    await chatInGuild(ana, ben)
    await signInElsewhere(await openWindow(url))
  })

  test('a round without a network is sent when it is back', async () => {
    const { url } = await openExample()
    const page = await openWindow(addressOf(url, 3))

    await page.context().setOffline(true)
    await page.locator('#network[data-state=offline]').waitFor()
    await page.click('#play')
    await waitForScreen(page, 'result')
    await expect.poll(() => page.textContent('#network-text')).toMatch(/^Offline, \d to send$/)
    await page.context().setOffline(false)

    await expect.poll(() => page.textContent('#network-text')).toBe('Online')
    const score = Number(await page.textContent('#final-score'))
    expect(score).toBeGreaterThan(0)
    await expect.poll(() => page.textContent('#own-rounds .points')).toBe(String(score))
  })
})

async function buySkin(page: Page): Promise<void> {
  await openTab(page, 'store')
  await page.click('[data-item=Midas] button')
  await page.locator('.toast.bad', { hasText: 'enough credits' }).waitFor()
  await expect.poll(async () => Number(await page.textContent('#credits'))).toBeGreaterThan(9)
  await page.click('[data-item=Ember] button')
  await page.locator('[data-item=Ember] .worn').waitFor()
}

async function upgrade(page: Page): Promise<void> {
  const credits = await page.textContent('#credits')
  await openTab(page, 'account')
  await page.fill('#upgrade [name=username]', 'ana')
  await page.fill('#upgrade [name=email]', 'ana@example.com')
  await page.fill('#upgrade [name=password]', 'seven green lamps')
  await page.click('#upgrade button')
  await page.locator('#sign-out').waitFor()
  await page.reload()
  await expect.poll(() => nameOf(page)).toBe('ana')
  await expect.poll(() => page.textContent('#credits')).toBe(credits)
  await openTab(page, 'store')
  await page.locator('[data-item=Ember] .worn').waitFor()
}

async function becomeFriends(ana: Page, ben: Page): Promise<void> {
  await openTab(ben, 'friends')
  await ben.fill('#add-friend input', 'ana')
  await ben.click('#add-friend button')
  await openTab(ana, 'friends')
  await ana.click('#requests button')
  await ana.locator('#friends .online').waitFor()
  await ben.locator('#friends .online').waitFor()
}

async function chatInGuild(ana: Page, ben: Page): Promise<void> {
  await openTab(ana, 'guild')
  await ana.fill('#create-guild input', 'Night Owls')
  await ana.click('#create-guild button')
  await ana.locator('#write').waitFor()
  await openTab(ben, 'guild')
  await ben.fill('#search-guild input', 'owls')
  await ben.click('#search-guild button')
  await ben.click('#found button')
  await ben.locator('#write').waitFor()
  await ana.fill('#write input', 'Good evening')
  await ana.click('#write button')
  await ben.locator('.message', { hasText: 'Good evening' }).waitFor()
}

async function signInElsewhere(page: Page): Promise<void> {
  await openTab(page, 'account')
  await page.fill('#sign-in [name=email]', 'ana@example.com')
  await page.fill('#sign-in [name=password]', 'wrong')
  await page.click('#sign-in button')
  await page.locator('.toast.bad').waitFor()
  await page.fill('#sign-in [name=password]', 'seven green lamps')
  await page.click('#sign-in button')
  await expect.poll(() => nameOf(page)).toBe('ana')
  await openTab(page, 'store')
  await page.locator('[data-item=Ember] .worn').waitFor()
  await openTab(page, 'guild')
  await page.locator('.message', { hasText: 'Good evening' }).waitFor()
}
