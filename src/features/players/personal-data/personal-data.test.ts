import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { latestMigration } from '../../../storage/migrations/list.ts'
import { tablesAt } from '../../../storage/backup/tables.ts'
import { openFullDatabase, rowsOf } from '../../../../test/backup/full-database.ts'
import { ENGINES, onEachEngine } from '../../../../test/support/world.ts'
import { listPersonalData } from './queries.ts'
import { erasePlayer, findPlayers } from './rules.ts'

/** Ids of users start after this number, so that the player's id is part of no other number in the database. */
const BEFORE = 987_654

const usersTable = () => {
  const table = tablesAt(latestMigration).find(({ name }) => name === 'users')
  if (!table) throw new Error('there is no table users')
  return table
}

/** What staff write about a player is in the exports that staff make; the lists of the best repeat scores and credits. */
const LEFT_OUT = new Set(['staff_notes', 'top_players'])

test('an export reads every table that refers to a player', () => {
  const asked = Object.values(listPersonalData)
    .map(({ sql }) => sql)
    .join('\n')
  const referring = tablesAt(latestMigration).filter(
    ({ name, columns, references }) =>
      !LEFT_OUT.has(name) &&
      (references.some(({ table }) => table === 'users') || columns.includes('user_id')),
  )
  expect(referring.length).toBeGreaterThan(10)
  for (const { name } of referring)
    expect([name, new RegExp(`(from|join) ${name}\\b`).test(asked)]).toEqual([name, true])
})

for (const engine of ENGINES) {
  test(`after erasing a player no table and no mail in the outbox contains their data [${engine}]`, async () => {
    const full = await openFullDatabase(engine, ({ reserveIds }) =>
      reserveIds(usersTable(), BEFORE),
    )
    const { world, sample } = full
    const { owner, friend } = sample
    const once = { 'idempotency-key': 'renamed' }
    await friend.post('/chats', { usernames: [owner.username], text: 'hi' }, once)
    await owner.post('/chats', { usernames: [friend.username], text: `I am ${owner.email}` }, once)
    const { context } = world
    const search = async () => {
      const found: string[] = []
      const words = [owner.username, owner.email, String(owner.id)]
      for (const { name } of tablesAt(latestMigration)) {
        for (const row of await rowsOf(world, name)) {
          const text = JSON.stringify(row).toLowerCase()
          if (words.some((word) => text.includes(word.toLowerCase()))) found.push(`${name} ${text}`)
        }
      }
      for (const name of await readdir(context.config.MAIL_OUTBOX)) {
        const mail = await readFile(`${context.config.MAIL_OUTBOX}/${name}`, 'utf8')
        if (mail.includes(owner.email)) found.push(mail)
      }
      return found
    }
    expect(owner.id).toBe(BEFORE + 1)
    expect((await search()).length).toBeGreaterThan(20)
    const failures = await rowsOf(world, 'failed_sign_ins')

    await erasePlayer(context, owner.id)

    // The game's own server has to know whose data it must delete.
    const found = await search()
    // The audit log keeps what staff did to which id, without values.
    const kept = found.filter((row) => row.startsWith('audit_log '))
    for (const row of kept) expect(row).toContain('"old_values":"{}","new_values":"{}"')
    const [known, ...others] = found.filter((row) => !kept.includes(row))
    expect(known).toContain('"type":"player.deleted"')
    expect(known).toContain(String.raw`"data":"{\"user_id\":${owner.id}}"`)
    expect(others).toEqual([])
    // The remaining row belongs to the address that guessed, not to the account.
    expect(await rowsOf(world, 'failed_sign_ins')).toHaveLength(failures.length - 2)
    expect(await rowsOf(world, 'mail_recipients')).toEqual([])
    const chats = await friend.get('/chats/page/1')
    expect(chats.text).toContain('(deleted)')
    await expect(erasePlayer(context, owner.id)).rejects.toThrow('No user has this id')
    await full.close()
  })
}

onEachEngine(
  'players can export all data about themselves, and none about others',
  async (world) => {
    const player = await world.player({ credits: 7 })
    const other = await world.player()
    await player.post(player.at('add_game_user_attribute'), { key: 'colour', value: 'red' })
    await player.post('/friendships', { username: other.username })
    await other.post('/blocks', { username: player.username })

    const reply = await player.get(player.at('export'))

    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      is_complete: true,
      account: [{ id: player.id, email: player.email, credits: 7 }],
      attributes: [{ key: 'colour', value: 'red' }],
      credit_ledger: [{ change: 7, reason: 'set' }],
      blocks: [],
    })
    expect(reply.body.account[0].created_at).toMatch(/^\d{4}-.*Z$/)
    expect(reply.text).not.toMatch(/hash|argon2/)
    expect(reply.text).not.toContain(other.username)
    expect((await player.get(other.at('export'))).status).toBe(401)
    expect(await findPlayers(world.context, player.email.toUpperCase())).toMatchObject([
      { id: player.id },
    ])
  },
)

onEachEngine(
  'an export that is too large for one answer says that it is incomplete',
  async (world) => {
    const player = await world.player()
    const attributes = Array.from({ length: 600 }, (_, index) => ({ key: `k${index}`, value: 'x' }))
    await player.post(player.at('add_game_user_attribute'), { attributes })
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        Array.from({ length: 334 }, () =>
          player.post('/game_rounds', { game_user_id: player.id, game_type: 'x' }),
        ),
      )
    }
    const { body } = await player.get(player.at('export'))
    expect(body.is_complete).toBe(false)
    expect(body.attributes).toHaveLength(600)
    expect(body.game_rounds).toHaveLength(1000)
  },
)
