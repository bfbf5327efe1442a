import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

export const BROWSER = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)

if (!BROWSER)
  console.log(
    'Chromium is not installed: the tests with a browser are skipped (Debian: apt-get install chromium).',
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

/** A browser in which several people can be signed in, each in a context of their own. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: BROWSER ?? '', headless: true, args: OFFLINE })

/** A browser with an empty profile, which is removed when it is closed. */
export async function openBrowser(): Promise<{ browser: BrowserContext; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'playkeep-browser-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: BROWSER ?? '',
    headless: true,
    args: OFFLINE,
  })
  return {
    browser,
    async close() {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
