import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/storage/dialect.ts'
import { openWorld } from './world.ts'

/** A world whose mails are files in a folder of its own. */
export async function openWithOutbox(engine: Engine, settings: Record<string, string> = {}) {
  const outbox = await mkdtemp(join(tmpdir(), 'playkeep-outbox-'))
  const { world, close } = await openWorld(engine, {
    MAIL_OUTBOX: outbox,
    PUBLIC_URL: 'https://games.example/keep/',
    ...settings,
  })
  /** All mails so far, oldest first. */
  const mails = async () => {
    await world.context.mail.idle()
    const files = (await readdir(outbox)).sort((one, other) =>
      one.localeCompare(other, 'en', { numeric: true }),
    )
    return Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  }
  return {
    world,
    mails,
    mailsTo: async (address: string) =>
      (await mails()).filter((mail) => mail.includes(`\nTo: ${address}\n`)),
    /** The token of the last link in a mail. */
    token: async () => /\?token=(\S+)/.exec((await mails()).at(-1) ?? '')?.[1] ?? '',
    async close() {
      await close()
      await rm(outbox, { recursive: true })
    },
  }
}
