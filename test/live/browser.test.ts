import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { BROWSER, openBrowser } from '../support/browser.ts'
import { serveFirstGame } from '../support/first-game.ts'
import { serve } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'

/** The example from a server of its own, as a studio would have it. */
async function servePage(): Promise<string> {
  const html = await readFile(new URL('../../examples/live-chat/index.html', import.meta.url))
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function signIn(page: Page, fields: Record<string, string>): Promise<void> {
  const { transport = 'stream', ...texts } = fields
  for (const [id, value] of Object.entries(texts)) await page.locator(`#${id}`).fill(value)
  await page.locator('#transport').selectOption(transport)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(`Connected by a ${transport}.`).waitFor()
}

test.skipIf(!BROWSER)(
  'two browser windows chat without polling, one by EventSource, one by WebSocket, also after a restart of the server [sqlite]',
  async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
    const { program, url, signUp } = await serveFirstGame({ DATABASE_URL })
    for (const name of ['ana', 'ben']) await signUp(name)
    const address = await servePage()
    const { browser, close } = await openBrowser()
    const [ana, ben] = [await browser.newPage(), await browser.newPage()]
    const requests: string[] = []
    for (const page of [ana, ben]) {
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(address)
    }
    const common = { server: url, password: 'secret1' }
    await signIn(ana, { ...common, email: 'ana', partner: 'ben', transport: 'stream' })
    await signIn(ben, { ...common, email: 'ben', partner: 'ana', transport: 'socket' })

    const send = async (page: Page, text: string) => {
      await page.locator('#text').fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
    }
    const texts = (page: Page) => page.locator('#messages li').allTextContents()
    await send(ana, 'hello Ben')
    await expect.poll(() => texts(ben)).toEqual(['anahello Ben'])
    await send(ben, 'hello Ana')
    await expect.poll(() => texts(ana)).toEqual(['benhello Ana', 'anahello Ben'])

    await program.kill('SIGTERM')
    const { port } = new URL(url)
    const { program: again } = await serve({ DATABASE_URL, PORT: port })
    await ana.getByText('Connected by a stream.').waitFor()
    await ben.getByText('Connected by a socket.').waitFor()
    await send(ben, 'still there?')
    await expect.poll(() => texts(ana)).toEqual(['benstill there?', 'benhello Ana', 'anahello Ben'])
    await expect.poll(() => texts(ben)).toEqual(['benstill there?', 'benhello Ana', 'anahello Ben'])
    // One stream for each connection, and no request that asks whether there is something new.
    expect(requests.filter((request) => /\/events\?/.test(request))).toEqual([])
    await close()
    expect(await again.kill('SIGTERM')).toBe(0)
    await remove()
  },
)

test.skipIf(!BROWSER)(
  'when EventSource gives up, the example opens a new one with its cursor, and says why it was refused [sqlite]',
  async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
    const { program, url, signUp, signUpPlayer } = await serveFirstGame({ DATABASE_URL })
    await signUp('ana')
    const ben = await signUpPlayer('ben')
    const { browser, close } = await openBrowser()
    const page = await browser.newPage()
    await page.goto(await servePage())
    const common = { server: url, password: 'secret1' }
    await signIn(page, { ...common, email: 'ana', partner: 'ben' })

    const refusal = {
      status: 503,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'text/plain',
      body: 'The database is not available: try again shortly.',
    }
    await page.route(/\/events\b/, (route) =>
      route.request().method() === 'OPTIONS' ? route.fallback() : route.fulfill(refusal),
    )
    await program.kill('SIGTERM')
    const { program: again } = await serve({ DATABASE_URL, PORT: new URL(url).port })
    await page.getByText('The server refused the stream.').waitFor()
    await page.getByText('The database is not available').waitFor({ timeout: 60_000 })
    await ben.post('/chats', { usernames: ['ana'], text: 'while you were away' })
    await page.unroute(/\/events\b/)
    await page.getByText('Connected by a stream.').waitFor({ timeout: 60_000 })
    await page.getByText('while you were away').waitFor()

    await page.evaluate("call('DELETE', '/sessions')")
    await page.getByText('The session has ended').waitFor({ timeout: 60_000 })
    await close()
    expect(await again.kill('SIGTERM')).toBe(0)
    await remove()
  },
)
