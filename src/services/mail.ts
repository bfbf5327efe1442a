import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'
import { isMailAddress } from './mail-addresses.ts'

export interface Mail {
  /** A mail to anything but a single plain address is not sent. */
  to: string
  subject: string
  text: string
}

/** Told what happened to a mail, without its recipient. */
interface MailLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

/** Sends mails in the background: by SMTP or, if that is not configured, as files in an outbox folder. */
export class Mailer {
  readonly #config: Config
  readonly #log: MailLog | undefined
  #pending = new Set<Promise<void>>()
  #count = 0
  failures = 0

  constructor(config: Config, log?: MailLog) {
    this.#config = config
    this.#log = log
  }

  /** The request does not wait for it, so that the time of its answer does not show whether an account exists. */
  sendInBackground(compose: () => Promise<Mail | undefined>): void {
    if (this.#pending.size >= limits.waiting_mails.value)
      throw new Refusal('busy', { retry_after_seconds: 5 })
    this.#start(compose)
  }

  /** For a mail about something that has happened already, so that the request is never refused. */
  sendOrDrop(compose: () => Promise<Mail | undefined>): void {
    if (this.#pending.size >= 2 * limits.waiting_mails.value)
      this.#fail('a mail was dropped, because too many mails are waiting', {})
    else this.#start(compose)
  }

  /** Resolves when every mail so far has been sent or has failed. */
  async idle(): Promise<void> {
    await Promise.all(this.#pending)
  }

  async deleteFromOutbox(address: string): Promise<void> {
    const { MAIL_OUTBOX } = this.#config
    const names = await readdir(MAIL_OUTBOX).catch(() => [])
    for (const name of names.filter((each) => each.endsWith('.txt'))) {
      const file = join(MAIL_OUTBOX, name)
      const lines = (await readFile(file, 'utf8')).split('\n')
      if (lines.includes(`To: ${address}`)) await rm(file, { force: true })
    }
  }

  #start(compose: () => Promise<Mail | undefined>): void {
    const work = this.#send(compose)
      .catch((error: unknown) => this.#fail('a mail could not be sent', { err: error }))
      .finally(() => this.#pending.delete(work))
    this.#pending.add(work)
  }

  #fail(message: string, details: object): void {
    this.failures++
    this.#log?.error(details, message)
  }

  async #send(compose: () => Promise<Mail | undefined>): Promise<void> {
    const mail = await compose()
    if (!mail || !isMailAddress(mail.to)) return
    const { SMTP_URL, MAIL_FROM, MAIL_OUTBOX } = this.#config
    if (SMTP_URL) {
      const { createTransport } = await import('nodemailer')
      // As an object, because nodemailer would look for names and further addresses in a text.
      const to = { name: '', address: mail.to }
      await createTransport(SMTP_URL).sendMail({ from: MAIL_FROM, ...mail, to })
      this.#log?.info({}, 'a mail was sent')
      return
    }
    await mkdir(MAIL_OUTBOX, { recursive: true, mode: 0o700 })
    const file = join(MAIL_OUTBOX, `${Date.now()}-${process.pid}-${++this.#count}.txt`)
    const text = `From: ${MAIL_FROM}\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}`
    await writeFile(file, text, { mode: 0o600 })
    this.#log?.info({ file }, 'a mail was written to the outbox, because SMTP_URL is not set')
  }
}
