import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { serve, waitForOutput } from '../support/servers.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

interface Export {
  resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[]
}

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'

/** A collector that keeps every span. */
async function openCollector() {
  const spans: Record<string, unknown>[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = (await json(request)) as Export
    if (request.url === '/v1/traces')
      spans.push(...sent.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((s) => s.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const server = createServer((request, response) => void receive(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { spans, url: `http://127.0.0.1:${port}` }
}

for (const engine of ENGINES) {
  test(`a collector gets one span per request, in the trace of the caller [${engine}]`, async () => {
    const collector = await openCollector()
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const { program, url } = await serve({
      DATABASE_URL,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      LOG_LEVEL: 'warn',
    })
    const verify = (flags: string) =>
      fetch(`${url}/api/v3/games/verify?game_id=1&game_token=wrong`, {
        headers: { traceparent: `00-${TRACE_ID}-${SPAN_ID}-${flags}` },
      })
    await fetch(`${url}/health`)
    await verify('00')
    await verify('01')
    await fetch(`${url}/docs`)
    await expect.poll(() => collector.spans.length).toBe(2)
    const spans = collector.spans.toSorted((a, b) => String(b.name).localeCompare(String(a.name)))
    expect(spans).toMatchObject([
      { name: 'GET /docs', kind: 2, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) },
      { name: 'GET /api/v3/games/verify', traceId: TRACE_ID, parentSpanId: SPAN_ID },
    ])
    const database_ms = JSON.stringify(spans[1]?.attributes)
    expect(database_ms).toMatch(/"playkeep\.database_ms","value":\{"doubleValue":(?!0\})/)
    expect(JSON.stringify(spans)).not.toContain('wrong')

    // What was not sent yet is sent at the stop.
    await fetch(`${url}/docs`)
    expect(await program.kill('SIGTERM')).toBe(0)
    await expect.poll(() => collector.spans).toHaveLength(3)
    await remove()
  })
}

test('without its collector the server answers and stops as always [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9'
  const { program, url } = await serve({ DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT })
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  await waitForOutput(program, /(traces are lost)/)
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  expect(await program.kill('SIGTERM')).toBe(0)
  await remove()
})
