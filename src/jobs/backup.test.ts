import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../durations.ts'
import { openBackupEngine } from '../storage/backup/open.ts'
import { restore } from '../storage/backup/restore.ts'
import { emptyDatabase, ENGINES, openWorld } from '../../test/support/world.ts'

async function openWithFolder(engine: (typeof ENGINES)[number], settings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-scheduled-'))
  const { world, close } = await openWorld(engine, { BACKUP_DIR: folder, ...settings })
  return {
    world,
    folder,
    /** Runs the jobs that are due that many hours from now. */
    runJobsIn: (hours: number) => {
      const now = () => Date.now() + hours * HOUR_MS
      return world.server.jobs.runDueJobs({ ...world.context, now })
    },
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const metric = async (text: string, name: string) =>
  Number(new RegExp(`^playkeep_${name} (\\S+)$`, 'm').exec(text)?.[1])

for (const engine of ENGINES) {
  test(`the server makes backups when they are due and deletes only old backups of its own [${engine}]`, async () => {
    const {
      world,
      folder,
      runJobsIn: lookIn,
      close,
    } = await openWithFolder(engine, { BACKUP_KEEP: '2' })
    const other_files = ['notes.txt', 'playkeep-mine.ndjson.gz', 'playkeep-20200101T000000Z.ndjson']
    for (const name of other_files) await writeFile(join(folder, name), 'keep me')
    const unfinished = 'playkeep-20200101T000000Z.ndjson.gz.77.part'
    await writeFile(join(folder, unfinished), 'an unfinished backup')
    const backups = async () =>
      (await readdir(folder)).filter((name) => ![...other_files, unfinished].includes(name)).sort()

    await lookIn(0)
    const [first] = await backups()
    expect(first).toMatch(/^playkeep-\d{8}T\d{6}Z\.ndjson\.gz$/)
    const success = 'backup_last_success_timestamp_seconds'
    const metrics = async () => (await world.visitor.get('//metrics')).text
    expect(await metric(await metrics(), success)).toBeGreaterThan(1e9)
    await lookIn(1)
    expect(await backups()).toEqual([first])
    await lookIn(25)
    await lookIn(50)
    const kept = await backups()
    expect(kept).toHaveLength(2)
    expect(kept).not.toContain(first)
    expect(await readdir(folder)).not.toContain(unfinished)
    expect((await readdir(folder)).filter((name) => other_files.includes(name))).toHaveLength(3)

    // The server's own clock says that this is still to come.
    expect(await metric(await metrics(), success)).toBe(0)
    expect(await metric(await metrics(), 'backup_failures_total')).toBe(0)
    const target = await emptyDatabase(engine)
    const file = join(folder, kept[1] ?? '')
    const rows = await restore(await openBackupEngine(target.url), file, { kind: 'backup' })
    expect(rows.games).toBe(1)
    await target.remove()
    await close()
  })

  test(`backups of a time to come, made by a clock that was ahead, do not replace new ones [${engine}]`, async () => {
    const { folder, runJobsIn, close } = await openWithFolder(engine, { BACKUP_KEEP: '1' })
    const ahead = ['playkeep-29990101T000000Z.ndjson.gz', 'playkeep-29990102T000000Z.ndjson.gz']
    for (const name of ahead) await writeFile(join(folder, name), 'a backup')
    await runJobsIn(0)
    expect(await readdir(folder)).toHaveLength(3)
    await runJobsIn(25)
    const names = await readdir(folder)
    expect(names).toEqual(expect.arrayContaining(ahead))
    expect(names).toHaveLength(3)
    await close()
  })

  test(`a failed backup is logged and counted, and the server keeps running [${engine}]`, async () => {
    const { world, folder, runJobsIn: lookIn, close } = await openWithFolder(engine)
    await lookIn(0)
    await rm(folder, { recursive: true })
    await writeFile(folder, 'no folder')
    await lookIn(25)
    const { status, text } = await world.visitor.get('//metrics')
    expect(status).toBe(200)
    expect(await metric(text, 'backup_failures_total')).toBe(1)
    expect(world.log.join('')).toContain('a job failed')
    await rm(folder)
    await lookIn(25.1)
    expect(await readdir(folder).catch(() => 'none')).toBe('none')
    await lookIn(26)
    expect(await readdir(folder)).toHaveLength(1)
    await close()
  })
}
