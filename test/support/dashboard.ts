import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser as ChromiumBrowser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { codeOf, playkeep, serve, waitForOutput } from './servers.ts'

export const SYSTEM_KEY = 'tests:only-for-the-dashboard-0123456789'
export const OWNER = {
  name: 'Olga Owner',
  email: 'olga@example.com',
  password: 'correct horse battery',
}

async function run(args: string[], env: Record<string, string>): Promise<string> {
  const program = playkeep(args, env)
  const code = await codeOf(program)
  if (code !== 0) throw new Error(`playkeep ${args[0]} ended with ${code}: ${program.stderr}`)
  return program.stdout
}

const JOIN_LINK = /(http\S+\/join#\S+)/

interface Parts {
  browser: ChromiumBrowser
  env: Record<string, string>
  stop: () => Promise<void>
  findLink: () => Promise<string>
}

/** A server with a database of its own, and a browser. `prepare` runs before the server starts, with the path of the database. */
export class Dashboard {
  readonly url: string
  readonly #browser: ChromiumBrowser
  readonly #env: Record<string, string>
  readonly #stop: () => Promise<void>
  /** What the first start prints: the link that makes an owner. */
  readonly findLink: () => Promise<string>

  private constructor(url: string, parts: Parts) {
    this.url = url
    this.#browser = parts.browser
    this.#env = parts.env
    this.#stop = parts.stop
    this.findLink = parts.findLink
  }

  static async open({
    demo = false,
    prepare = () => {},
    settings = {},
  }: {
    demo?: boolean
    prepare?: (path: string) => void
    settings?: Record<string, string>
  } = {}): Promise<Dashboard> {
    const folder = await mkdtemp(join(tmpdir(), 'playkeep-dashboard-'))
    const path = join(folder, 'playkeep.db')
    const env = {
      DATABASE_URL: `sqlite:${path}`,
      BACKUP_DIR: join(folder, 'backups'),
      SYSTEM_KEY,
      RATE_LIMIT: 'off',
      WEBHOOK_PRIVATE: 'on',
      LOG_LEVEL: 'warn',
      ...settings,
    }
    if (demo) {
      await run(['migrate'], env)
      await run(['seed-demo', '--name', 'Meteor Run'], env)
      prepare(path)
    }
    const { program, url } = await serve(env)
    const browser = await launchBrowser()
    const stop = async () => {
      await browser.close()
      await program.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    }
    const findLink = () => waitForOutput(program, JOIN_LINK)
    return new Dashboard(url, { browser, env, stop, findLink })
  }

  /** The link that creates an account. */
  async invite(role: string, game_ids: number[] = []): Promise<string> {
    const games = game_ids.length > 0 ? ['--games', game_ids.join(',')] : []
    const output = await run(['staff', 'invite', '--role', role, ...games], this.#env)
    const token = /invitation {2}(\S+)/.exec(output)?.[1]
    const link = JOIN_LINK.exec(output)?.[1]
    return link ?? `${this.url}/join#${token}`
  }

  /** Another browser: nobody is signed in there. */
  async window(options: Parameters<ChromiumBrowser['newContext']>[0] = {}): Promise<Window> {
    const context = await this.#browser.newContext({
      baseURL: this.url,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
      ...options,
    })
    return new Window(context, await context.newPage(), this.url)
  }

  /** A browser in which a new member of the staff is signed in, without the pages for that. */
  async signedIn(
    role: string,
    {
      game_ids = [],
      ...options
    }: { game_ids?: number[] } & Parameters<Dashboard['window']>[0] = {},
  ): Promise<Window> {
    const window = await this.window(options)
    const token = (await this.invite(role, game_ids)).split('#')[1] ?? ''
    const person = role === 'owner' ? OWNER : { ...OWNER, email: `${role}@example.com`, name: role }
    const reply = await window.context.request.post('/admin/api/staff_invitations/accept', {
      data: { token: decodeURIComponent(token.replace(/^token=/, '')), ...person },
    })
    if (reply.status() !== 201) throw new Error(`nobody has joined: ${await reply.text()}`)
    window.csrf_token = (await reply.json()).csrf_token
    return window
  }

  close(): Promise<void> {
    return this.#stop()
  }
}

const LOADING = '[aria-label="Loading"], [aria-busy="true"], .mantine-Skeleton-root'

/** A page of the dashboard, and everything that went wrong on it. */
export class Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors in the console, violations of the Content-Security-Policy, failures of the server, requests to other servers. */
  readonly problems: string[] = []
  /** For requests that do not come from the pages. */
  csrf_token = ''

  constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context
    this.page = page
    const note = (text: string) => this.problems.push(`${new URL(page.url()).pathname}: ${text}`)
    page.on('console', (message) => {
      // What the server refuses is shown by the page, and tested there.
      const is_refusal = message.text().startsWith('Failed to load resource')
      if (['error', 'warning'].includes(message.type()) && !is_refusal) note(message.text())
    })
    page.on('pageerror', (error) => note(error.message))
    page.on('dialog', (dialog) => note(`a dialog: ${dialog.message()}`))
    page.on('request', (request) => {
      const is_own = request.url().startsWith(url) || /^(data|blob):/.test(request.url())
      if (!is_own) note(`a request to ${request.url()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 500) note(`${response.status()} of ${response.url()}`)
    })
  }

  /** Loads a page. Returns when everything on it was read. */
  async visit(path: string): Promise<Page> {
    await this.page.goto(path)
    return this.#whenRead(path)
  }

  /** Goes there as a link of the page before does, which takes a tenth of the time of loading it. */
  async follow(path: string): Promise<Page> {
    await this.page.evaluate(async (to) => {
      const { __TSR_ROUTER__: router } = globalThis as unknown as {
        __TSR_ROUTER__: { navigate(options: { href: string }): Promise<void> }
      }
      await router.navigate({ href: to })
    }, path)
    return this.#whenRead(path)
  }

  async #whenRead(path: string): Promise<Page> {
    try {
      await this.page.getByRole('heading', { level: 1 }).first().waitFor()
      await this.settle()
      if (await this.page.getByText('There is no such page').first().isVisible())
        throw new Error('there is no such page')
    } catch (cause) {
      const shown = await this.page.locator('body').innerText()
      throw new Error(`${path} shows only this: ${shown}`, { cause })
    }
    return this.page
  }

  /** Sends a request with the session of this browser, past the pages. */
  async send(method: string, path: string, data?: object) {
    const headers = { 'x-csrf-token': this.csrf_token }
    const body = data ? { data } : {}
    const reply = await this.context.request.fetch(`/admin/api${path}`, {
      method,
      headers,
      ...body,
    })
    return { status: reply.status(), code: reply.headers()['x-error-code'] }
  }

  settle(): Promise<unknown> {
    return this.page.waitForFunction((loading) => !document.querySelector(loading), LOADING)
  }
}
