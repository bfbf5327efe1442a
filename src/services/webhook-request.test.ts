import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { lookup } from 'node:dns/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startDns } from '../../test/support/dns.ts'
import { newWebhookSecret, sendWebhook, signMessage } from './webhook-request.ts'

const message = (url: string) => ({
  id: 'a-1-2',
  url,
  body: '{"é":1}',
  secrets: [newWebhookSecret()],
})

const send = (url: string, more: Partial<Parameters<typeof sendWebhook>[1]> = {}) =>
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

test('a DNS that is out of order is a failed connection, and not a refused URL', async () => {
  const { resolve } = await startDns('server_failure')
  expect(await send('https://hooks.example/', { resolve })).toEqual({
    response_status: null,
    problem: 'connection',
  })
})

test('hosts whose DNS servers are silent hold up no other host, and are given up at once', async () => {
  const { resolve, questions } = await startDns('nothing')
  const stopping = new AbortController()
  const slow = { resolve, signal: stopping.signal, timeout_ms: 600_000 }
  const waiting = Array.from({ length: 40 }, (_, n) => send(`https://slow-${n}.example/`, slow))
  await expect.poll(() => new Set(questions).size).toBe(40)
  // Also not those that others look up on the threads of the process.
  expect((await lookup('localhost')).address).toBeTruthy()
  stopping.abort()
  const attempts = await Promise.all(waiting)
  expect(new Set(attempts.map(({ problem }) => problem))).toEqual(new Set(['stopped']))
})
