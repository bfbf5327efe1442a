import { expect, test } from 'vitest'
import { BROWSER, openBrowser } from '../support/browser.ts'
import { openWorld } from '../support/world.ts'

test.skipIf(!BROWSER)(
  'the home page links to the API reference, which loads nothing from other servers',
  async () => {
    const { world, close } = await openWorld('sqlite')
    const { browser, close: closeBrowser } = await openBrowser()
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
    await closeBrowser()
    await close()
  },
)
