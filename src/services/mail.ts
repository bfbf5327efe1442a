import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** What happened to a mail, for the log; never to whom it went. */
type Report = (message: string, details: object) => void

/** Sends mails in the background, by SMTP or, without it, into files of an outbox folder. */
export class Mailer {
  readonly #config: Config
  readonly #report: Report
  #under_way = new Set<Promise<void>>()
  #count = 0

  constructor(config: Config, report: Report) {
    this.#config = config
    this.#report = report
  }

  /** Makes and sends a mail without anyone waiting: how long an answer takes must not tell who has an account. */
  later(write: () => Promise<Mail | undefined>): void {
    if (this.#under_way.size >= limits.waiting_mails.value)
      throw new Refusal('busy', { retry_after_seconds: 5 })
    const work = this.#deliver(write)
      .catch((error: unknown) => this.#report('a mail could not be sent', { err: error }))
      .finally(() => this.#under_way.delete(work))
    this.#under_way.add(work)
  }

  async idle(): Promise<void> {
    await Promise.all(this.#under_way)
  }

  /** Throws away the mails to an address that wait in the outbox. */
  async forget(address: string): Promise<void> {
    const { MAIL_OUTBOX } = this.#config
    const names = await readdir(MAIL_OUTBOX).catch(() => [])
    for (const name of names.filter((one) => one.endsWith('.txt'))) {
      const file = join(MAIL_OUTBOX, name)
      const lines = (await readFile(file, 'utf8')).split('\n')
      if (lines.includes(`To: ${address}`)) await rm(file, { force: true })
    }
  }

  async #deliver(write: () => Promise<Mail | undefined>): Promise<void> {
    const mail = await write()
    if (!mail) return
    const { SMTP_URL, MAIL_FROM, MAIL_OUTBOX } = this.#config
    if (SMTP_URL) {
      const { createTransport } = await import('nodemailer')
      await createTransport(SMTP_URL).sendMail({ from: MAIL_FROM, ...mail })
      this.#report('a mail was sent', {})
      return
    }
    await mkdir(MAIL_OUTBOX, { recursive: true, mode: 0o700 })
    const file = join(MAIL_OUTBOX, `${Date.now()}-${process.pid}-${++this.#count}.txt`)
    const text = `From: ${MAIL_FROM}\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}`
    await writeFile(file, text, { mode: 0o600 })
    this.#report('a mail was put into the outbox, as SMTP_URL is not set', { file })
  }
}
