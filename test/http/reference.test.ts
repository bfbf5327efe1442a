import type { Page, ViewportSize } from 'playwright-core'
import { expect, test } from 'vitest'
import { BROWSER, openBrowser } from '../support/browser.ts'
import { openWorld } from '../support/world.ts'

const SERVER_TIME = '/docs#tag/games/GET/api/v3/util/get_server_time'
/** On a machine that is busy with other tests, the script takes many seconds. */
const PATIENCE = { timeout: 60_000 }

/** What went wrong in the page, and every request to another server. */
function watch(page: Page, own_url: string): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${own_url}/`) && !/^(data|blob):/.test(url)) problems.push(url)
  })
  return problems
}

async function openPage({ width, height }: ViewportSize) {
  const { world, close: closeWorld } = await openWorld('sqlite')
  const { browser, close: closeBrowser } = await openBrowser()
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE.timeout)
  await page.setViewportSize({ width, height })
  const close = async () => {
    await closeBrowser()
    await closeWorld()
  }
  const problems = watch(page, world.server.url)
  return { page, url: world.server.url, problems, close }
}

const DESKTOP = { width: 1400, height: 900 }
const PHONE = { width: 390, height: 844 }

test.skipIf(!BROWSER)('the API reference fits a phone, and asks no other server', async () => {
  const { page, url, problems, close } = await openPage(PHONE)
  await page.goto(`${url}/docs`)
  await page.getByRole('heading', { name: 'Rate limits' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(problems).toEqual([])
  await close()
})

test.skipIf(!BROWSER)(
  'the API reference is searched and tried out, and asks no other server',
  { timeout: 240_000 },
  async () => {
    const { page, url, problems, close } = await openPage(DESKTOP)
    await page.goto(`${url}/docs`)
    await page.getByRole('heading', { name: 'Rate limits' }).waitFor()
    expect(await page.title()).toBe('Playkeep API')
    expect(await page.getByText('If the reference does not appear').isVisible()).toBe(false)
    expect(
      await page
        .getByText(/Powered by|Ask AI|MCP/)
        .filter({ visible: true })
        .count(),
    ).toBe(0)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('get_server_time')
    await page.getByRole('option', { name: "The server's clock" }).first().click()
    await page.waitForURL(`${url}${SERVER_TIME}`)

    await page.reload()
    const operation = page.locator('section', {
      has: page.getByRole('heading', { name: "The server's clock" }),
    })
    const section = operation.last()
    await section.getByText('curl').first().waitFor()
    await expect.poll(() => section.getByText("The server's clock").first().isVisible()).toBe(true)
    await section.getByRole('button', { name: /Curl/ }).click()
    await page.getByRole('option', { name: 'Fetch' }).click()
    await section.getByText('fetch').first().waitFor()

    const answered = page.waitForResponse(`${url}/api/v3/util/get_server_time`)
    await section.getByRole('button', { name: /Test Request/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Send/ }).first().click()
    expect((await answered).status()).toBe(200)
    await dialog.getByText('200').first().waitFor()
    expect(problems).toEqual([])
    await close()
  },
)

test.skipIf(!BROWSER)(
  'if its script cannot be loaded, the page leads to the OpenAPI document',
  async () => {
    const { world, close } = await openWorld('sqlite')
    const { browser, close: closeBrowser } = await openBrowser()
    const page = await browser.newPage()
    await page.route('**/docs/scalar.js*', (route) => route.abort())
    await page.goto(`${world.server.url}/docs`)
    expect(await page.getByRole('link', { name: 'OpenAPI' }).getAttribute('href')).toBe(
      '/openapi.json',
    )
    await closeBrowser()
    await close()
  },
)

test('the script of the reference is sent compressed, and once for each version', async () => {
  const { world, close } = await openWorld('sqlite')
  const { url } = world.server
  const html = await (await fetch(`${url}/docs`)).text()
  const path = /<script src="([^"]+)"/.exec(html)?.[1] ?? ''
  const get = (headers: Record<string, string>, at = path) => fetch(`${url}${at}`, { headers })
  const gzipped = await get({ 'accept-encoding': 'gzip' })
  const plain = await get({ 'accept-encoding': 'identity' })
  expect(gzipped.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(gzipped.headers.get('content-encoding')).toBe('gzip')
  expect(gzipped.headers.get('cache-control')).toContain('immutable')
  expect(Number(gzipped.headers.get('content-length'))).toBeLessThan(2_000_000)
  expect(plain.headers.get('content-encoding')).toBeNull()
  const script = await gzipped.text()
  expect((await plain.text()) === script).toBe(true)
  expect(script.slice(0, 100)).toContain('MIT License')
  const etag = gzipped.headers.get('etag') ?? ''
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
  const other = await get({ 'accept-encoding': 'gzip' }, '/docs/scalar.js?v=another')
  expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  await close()
})
