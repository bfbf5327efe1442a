import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Browser, joinStaff } from '../../../../test/support/staff.ts'
import { emptyDatabase, ENGINES, openWorld, type World } from '../../../../test/support/world.ts'
import { openBackupEngine } from '../../../storage/backup/open.ts'
import { restore } from '../../../storage/backup/restore.ts'

/** Not by `Client`, which reads answers as text. */
async function download(world: World, { cookie }: Browser, path: string): Promise<Response> {
  return fetch(`${world.server.url}/admin/api${path}`, { headers: { cookie } })
}

async function keep(response: Response, folder: string): Promise<string> {
  const file = join(folder, 'downloaded.ndjson.gz')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  return file
}

const runOf = async (browser: Browser) => (await browser.get('/backups')).body.run

for (const engine of ENGINES) {
  test(`an owner makes a backup, downloads it, and restores from it [${engine}]`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'playkeep-dashboard-'))
    const { world, close } = await openWorld(engine, { BACKUP_DIR: join(folder, 'backups') })
    const { browser } = await joinStaff(world, { role: 'owner' })
    await expect.poll(async () => (await runOf(browser))?.status).toBe('done')
    const player = await world.player()

    // The names of backups have seconds.
    await new Promise((resume) => setTimeout(resume, 1100))
    const replies = await Promise.all(Array.from({ length: 4 }, () => browser.post('/backups')))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202, 422, 422, 422,
    ])
    await expect.poll(async () => (await runOf(browser)).status).toBe('done')
    const { backups } = (await browser.get('/backups')).body
    expect(backups).toHaveLength(2)

    const [{ name, bytes }] = backups
    const response = await download(world, browser, `/backups/${name}`)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(response.headers.get('content-length')).toBe(String(bytes))
    const target = await emptyDatabase(engine)
    const file = await keep(response, folder)
    const rows = await restore(await openBackupEngine(target.url), file, { kind: 'backup' })
    expect([rows.games, rows.users]).toEqual([1, 1])
    await target.remove()

    for (const wrong of ['..%2f..%2fetc%2fpasswd', '%2e%2e', 'playkeep-20200101T000000Z.ndjson.gz'])
      expect((await browser.get(`/backups/${wrong}`)).status).toBe(404)
    const admin = await joinStaff(world, { role: 'admin' })
    expect((await admin.browser.get(`/backups/${name}`)).status).toBe(403)
    const { entries } = (await browser.get('/audit_log?action=admin.backups')).body
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'admin.backups.download',
      'admin.backups.create',
    ])
    expect(player.id).toBeGreaterThan(0)
    await close()
    await rm(folder, { recursive: true })
  })

  test(`a game is downloaded by its owner and imported elsewhere, and no other game with it [${engine}]`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'playkeep-dashboard-'))
    const { world, close } = await openWorld(engine)
    const other = await world.otherGame()
    const player = await other.player()
    await world.player()
    const { browser } = await joinStaff(world, { role: 'owner', game_ids: [other.game.id] })

    expect((await browser.get(`/games/${world.game.id}/export`)).status).toBe(404)
    const response = await download(world, browser, `/games/${other.game.id}/export`)
    expect(response.status).toBe(200)
    const target = await emptyDatabase(engine)
    const file = await keep(response, folder)
    const rows = await restore(await openBackupEngine(target.url), file, { kind: 'game' })
    expect([rows.games, rows.users]).toEqual([1, 1])
    expect(player.id).toBeGreaterThan(0)
    await target.remove()

    // A client that goes away ends the export, so that the next one can begin.
    const gone = new AbortController()
    const { signal } = gone
    const url = `${world.server.url}/admin/api/games/${other.game.id}/export`
    await fetch(url, { headers: { cookie: browser.cookie }, signal })
    gone.abort()
    const again = async () => {
      const reply = await download(world, browser, `/games/${other.game.id}/export`)
      await reply.arrayBuffer()
      return reply.status
    }
    await expect.poll(again).toBe(200)
    await close()
    await rm(folder, { recursive: true })
  })
}

test('without a usable folder for backups, the answer says which setting to change', async () => {
  const { world, close } = await openWorld('sqlite')
  const { browser } = await joinStaff(world, { role: 'owner' })
  const refused = await browser.post('/backups')
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([
    422,
    'backup_folder_missing',
  ])
  expect(refused.text).toContain('BACKUP_DIR')
  await close()

  const folder = await mkdtemp(join(tmpdir(), 'playkeep-dashboard-'))
  const blocked = join(folder, 'a file')
  await writeFile(blocked, '')
  await chmod(blocked, 0o400)
  const other = await openWorld('sqlite', { BACKUP_DIR: blocked })
  const owner = await joinStaff(other.world, { role: 'owner' })
  const unusable = await owner.browser.post('/backups')
  expect(unusable.headers.get('x-error-code')).toBe('backup_folder_unusable')
  expect(unusable.text).toContain('BACKUP_DIR')
  const { body } = await owner.browser.get('/backups')
  expect(body.run).toMatchObject({ status: 'failed', problem: expect.stringContaining('EEXIST') })
  expect(body.problem).toContain('BACKUP_DIR')
  await other.close()
  await rm(folder, { recursive: true })
})
