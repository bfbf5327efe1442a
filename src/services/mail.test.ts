import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { Mailer } from './mail.ts'

test('a mail that cannot be sent is counted and logged as an error, without its recipient', async () => {
  const lines: unknown[] = []
  const log = {
    info: (_details: object, message: string) => void lines.push(['info', message]),
    error: (_details: object, message: string) => void lines.push(['error', message]),
  }
  // A file is no folder.
  const mailer = new Mailer(readConfig({ MAIL_OUTBOX: `${import.meta.filename}/outbox` }), log)
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' }
  mailer.sendInBackground(async () => mail)
  await mailer.idle()
  expect(lines).toEqual([['error', 'a mail could not be sent']])
  expect(mailer.failures).toBe(1)
})
