import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { Mailer } from './mail.ts'

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' }

function recordingLog() {
  const lines: [string, string, object][] = []
  const add = (level: string) => (details: object, message: string) =>
    void lines.push([level, message, details])
  return { lines, info: add('info'), warn: add('warn'), error: add('error') }
}

/** A mail server that answers the recipients one after the other with these lines, and the last line again. */
async function openMailServer(...answers: string[]) {
  let recipients = 0
  const server = createServer((socket) => {
    let is_text = false
    socket.write('220 ready\r\n')
    socket.on('error', () => {})
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').filter(Boolean)) {
        if (is_text && line !== '.') continue
        if (line.startsWith('RCPT'))
          socket.write(`${answers[Math.min(recipients++, answers.length - 1)]}\r\n`)
        else if (line === 'DATA') socket.write('354 go on\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
        is_text = line === 'DATA'
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, recipients: () => recipients }
}

const LATER = '451 4.3.0 <ada@example.com> try again later'
const UNKNOWN = '550 5.1.1 <ADA@example.com> unknown'
const FINE = '250 fine'

async function send(answers: string[], retry_after_ms: number[]) {
  const server = await openMailServer(...answers)
  const log = recordingLog()
  const mailer = new Mailer(readConfig({ SMTP_URL: server.url }), log, retry_after_ms)
  mailer.sendInBackground(async () => mail)
  return { server, log, mailer }
}

test('a mail that cannot be written to the outbox is counted and logged as an error', async () => {
  const log = recordingLog()
  // A file is no folder.
  const mailer = new Mailer(readConfig({ MAIL_OUTBOX: `${import.meta.filename}/outbox` }), log)
  mailer.sendInBackground(async () => mail)
  await mailer.idle()
  expect(log.lines.map(([level, message]) => [level, message])).toEqual([
    ['error', 'a mail could not be sent'],
  ])
  expect([mailer.sent, mailer.failures]).toEqual([0, 1])
})

test('a mail that the mail server refuses for now is sent again, and counted once', async () => {
  const { server, log, mailer } = await send([LATER, LATER, FINE], [10, 10])
  await mailer.idle()
  expect(log.lines.map(([level]) => level)).toEqual(['warn', 'warn', 'info'])
  expect([mailer.sent, mailer.failures, server.recipients()]).toEqual([1, 0, 3])
})

test('a mail that is refused again and again is given up: an error without the address', async () => {
  const { server, log, mailer } = await send([LATER], [10, 10])
  await mailer.idle()
  expect(log.lines.map(([level]) => level)).toEqual(['warn', 'warn', 'error'])
  expect([mailer.sent, mailer.failures, server.recipients()]).toEqual([0, 1, 3])
  expect(JSON.stringify(log.lines)).not.toMatch(/ada@/i)
  expect(JSON.stringify(log.lines)).toContain('try again later')
})

test('a mail that the mail server refuses for good is not sent again', async () => {
  const { server, log, mailer } = await send([UNKNOWN], [10])
  await mailer.idle()
  expect(log.lines.map(([level]) => level)).toEqual(['error'])
  expect([mailer.failures, server.recipients()]).toEqual([1, 1])
  expect(JSON.stringify(log.lines)).not.toMatch(/ada@/i)
})

test('a mail that waits when the server stops is tried once more at once', async () => {
  const { server, log, mailer } = await send([LATER, FINE], [3_600_000])
  await expect.poll(() => log.lines.length, { timeout: 30_000 }).toBe(1)
  await mailer.stop()
  expect([mailer.sent, mailer.failures, server.recipients()]).toEqual([1, 0, 2])
})

test('a mail server that cannot be reached is tried again', async () => {
  const log = recordingLog()
  const mailer = new Mailer(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }), log, [10])
  mailer.sendInBackground(async () => mail)
  await mailer.idle()
  expect(log.lines.map(([level]) => level)).toEqual(['warn', 'error'])
})
