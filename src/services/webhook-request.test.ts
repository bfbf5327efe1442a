import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { newWebhookSecret, sendWebhook, signMessage } from './webhook-request.ts'

const message = (url: string) => ({
  id: 'a-1-2',
  url,
  body: '{"é":1}',
  secrets: [newWebhookSecret()],
})

const send = (
  url: string,
  more: {
    allow_private?: boolean
    resolve?: () => Promise<{ address: string; family: number }[]>
  } = {},
) =>
  sendWebhook(message(url), {
    allow_private: false,
    timeout_ms: 2000,
    signal: new AbortController().signal,
    now: Date.now,
    ...more,
  })

test('a signature is what the package standardwebhooks makes of the same message', () => {
  const [first, second] = [newWebhookSecret(), newWebhookSecret()]
  const signed = { ...message('https://hooks.example/'), secrets: [first, second] }
  const at = new Date(1_700_000_000_000)
  expect(signMessage(signed, at.getTime() / 1000)).toBe(
    [first, second].map((one) => new Webhook(one).sign(signed.id, at, signed.body)).join(' '),
  )
})

test('a name that led outside when it was checked, and leads inside when it is sent, is not called', async () => {
  let requests = 0
  const server = createServer((_request, response) => void (requests++, response.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const inside = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  const url = `https://hooks.example:${port}/`
  expect(await send(url, { resolve: inside })).toEqual({
    response_status: null,
    problem: 'refused_url',
  })
  // The address that was checked is the one that is called: the name itself is not looked up again.
  const plain = { allow_private: true, resolve: inside }
  expect(await send(`http://hooks.example:${port}/`, plain)).toEqual({
    response_status: 200,
    problem: null,
  })
  expect(requests).toBe(1)
})

test('a URL that was stored before it was forbidden is not called', async () => {
  for (const url of ['http://8.8.8.8/', 'https://127.0.0.1/', 'https://localhost/', 'nonsense'])
    expect([url, (await send(url)).problem]).toEqual([url, 'refused_url'])
})
