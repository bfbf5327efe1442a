import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorld } from '../support/world.ts'

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)
if (!BROWSER)
  console.log(
    'Chromium is not installed: the tests of the pages are skipped (Debian: apt-get install chromium).',
  )

const OFFLINE = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

test.skipIf(!BROWSER)(
  'the home page links to the API reference, which loads nothing from other servers',
  async () => {
    const { world, close } = await openWorld('sqlite')
    const profile = await mkdtemp(join(tmpdir(), 'playkeep-browser-'))
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: BROWSER ?? '',
      headless: true,
      args: OFFLINE,
    })
    const page = await browser.newPage()
    const errors: string[] = []
    const foreign_requests: string[] = []
    page.on('console', (message) => errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on(
      'request',
      (request) =>
        request.url().startsWith(world.server.url) ||
        request.url().startsWith('data:') ||
        foreign_requests.push(request.url()),
    )

    await page.goto(world.server.url)
    await page.getByRole('link', { name: 'API reference' }).click()
    expect(await page.title()).toBe('Playkeep API')
    const sign_up = page.locator('details', { hasText: '/api/v3/users/guest' })
    await sign_up.locator('summary').click()
    expect(await sign_up.getByText('device_id').first().isVisible()).toBe(true)

    expect([errors, foreign_requests]).toEqual([[], []])
    await browser.close()
    await close()
    await rm(profile, { recursive: true, force: true })
  },
)
