import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** When a mail server does not take a mail, it is asked again after these times; then the mail is given up. */
const RETRY_AFTER_MS = [1000, 5000, 30_000, 120_000]

/** From here on the mail server means it: it will say the same again. */
const PERMANENT = 500

const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Undefined: there was no answer. */
const responseCodeOf = (error: unknown) =>
  error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : undefined

const isPermanent = (error: unknown) => (responseCodeOf(error) ?? 0) >= PERMANENT

/** Mail servers repeat the recipient in what they say, which does not belong in the log. */
function describe(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    reason: reason.replaceAll(/\S+@\S+/g, '(address)'),
    response_code: responseCodeOf(error),
  }
}

/** Told what happened to a mail, without its recipient. */
interface MailLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Sends mails in the background: by SMTP or, if that is not configured, as files in an outbox folder. */
export class Mailer {
  readonly #config: Config
  readonly #log: MailLog | undefined
  #pending = new Set<Promise<void>>()
  readonly #retry_after_ms: number[]
  readonly #stopping = new AbortController()
  #count = 0
  sent = 0
  failures = 0

  constructor(config: Config, log?: MailLog, retry_after_ms = RETRY_AFTER_MS) {
    this.#retry_after_ms = retry_after_ms
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

  /** Mails that wait to be tried again are tried once more, now. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
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
    if (this.#config.SMTP_URL) await this.#sendWithRetries(mail)
    else await this.#writeToOutbox(mail)
  }

  async #sendWithRetries(mail: Mail): Promise<void> {
    for (let tries = 1; ; tries++) {
      const is_last = this.#stopping.signal.aborted
      try {
        await this.#sendBySmtp(mail)
        this.sent++
        return this.#log?.info({ tries }, 'a mail was sent')
      } catch (error) {
        const details = { tries, ...describe(error) }
        const wait_ms = this.#retry_after_ms[tries - 1]
        if (wait_ms === undefined || is_last || isPermanent(error))
          return this.#fail('a mail could not be sent', details)
        this.#log?.warn(details, 'a mail could not be sent yet; it will be tried again')
        await sleep(wait_ms, undefined, { signal: this.#stopping.signal }).catch(() => {})
      }
    }
  }

  async #sendBySmtp(mail: Mail): Promise<void> {
    const { createTransport } = await import('nodemailer')
    const { SMTP_URL, MAIL_FROM } = this.#config
    // As an object, because nodemailer would look for names and further addresses in a text.
    const to = { name: '', address: mail.to }
    await createTransport({ url: SMTP_URL, ...SMTP_TIMEOUTS }).sendMail({
      from: MAIL_FROM,
      ...mail,
      to,
    })
  }

  async #writeToOutbox(mail: Mail): Promise<void> {
    const { MAIL_FROM, MAIL_OUTBOX } = this.#config
    await mkdir(MAIL_OUTBOX, { recursive: true, mode: 0o700 })
    const file = join(MAIL_OUTBOX, `${Date.now()}-${process.pid}-${++this.#count}.txt`)
    const text = `From: ${MAIL_FROM}\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}`
    await writeFile(file, text, { mode: 0o600 })
    this.sent++
    this.#log?.info({ file }, 'a mail was written to the outbox, because SMTP_URL is not set')
  }
}
