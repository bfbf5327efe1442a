import { readdir, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { printable, printableJson, printableLines } from '../../src/cli/say.ts'
import { statement } from '../../src/storage/statement.ts'
import { playkeep } from '../support/servers.ts'
import { ENGINES, openWorld } from '../support/world.ts'

/** Clears the screen, sets the window's title, forges a line, reverses the text, hides letters and ends a C1 sequence. */
const HOSTILE =
  '\u001B[2J\u001B]0;title\u0007evil\n     1  forged  (9 players)\r\u202Etxet\u2066\u200B\u3164\u009B31m\uFEFF\u00A0'
const HIDDEN = /[^\P{C}\n]|[\u2028\u2029\u200B\u3164\u2800\u00A0]/u

const setGameName = statement<{ id: number; name: string }>(
  'update games set name = :name where id = :id',
  { updates: 'games' },
)
const setUserName = statement<{ id: number; name: string }>(
  'update users set username = :name where id = :id',
  { updates: 'users' },
)
const setItemName = statement<{ id: number; name: string }>(
  'update store_items set name = :name, category = :name where id = :id',
  { updates: 'store_items' },
)
const insertKey = statement<{ game_id: number; name: string }>(
  `insert into service_keys (game_id, name, token_hash, created_at)
   values (:game_id, :name, 'no hash of a token', 1)`,
  { inserts: 'service_keys' },
)

for (const engine of ENGINES) {
  test(`no name can write to an operator's terminal, in any command [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    onTestFinished(close)
    const { id } = world.game
    const player = await world.player()
    const item = await world.item()
    // As rows of a time when such names were allowed.
    await world.context.db.transaction(async (tx) => {
      await tx.run(setGameName, { id, name: HOSTILE })
      await tx.run(setUserName, { id: player.id, name: HOSTILE })
      await tx.run(setItemName, { id: item.id, name: HOSTILE })
      await tx.run(insertKey, { game_id: id, name: HOSTILE })
    })
    const env = { DATABASE_URL: world.context.config.DATABASE_URL }
    const commands = [
      ['games'],
      ['player', 'find', player.email],
      ['player', 'export', String(player.id)],
      ['store', 'list', String(id)],
      ['store', 'change', String(item.id), '--cost', '7'],
      ['service-key', 'list', String(id)],
      ['doctor'],
      [HOSTILE],
      ['restore', HOSTILE],
      ['store', `--${HOSTILE}`],
    ]
    for (const args of commands) {
      const program = playkeep(args, env)
      await program.ended
      const output = program.stdout + program.stderr
      expect([args, output.match(HIDDEN)]).toEqual([args, null])
      expect([args, /^ +1 {2}forged/m.test(output)]).toEqual([args, false])
      const is_shown = output.includes('evil') || args[0] === 'doctor'
      expect([args, is_shown]).toEqual([args, true])
    }
  })
}

test('what can be read is printed as it is', () => {
  for (const text of ['Zoë  Ōgon', '金の城', 'Ελλάδα', '😀 (5)', '\\u{1b}'])
    expect([printable(text), printableLines(text)]).toEqual([text, text])
  expect(printable('a\u001Bb')).toBe('a\\u{1b}b')
  expect(printableLines('a\n\u202Eb')).toBe('a\n\\u{202e}b')
  expect(JSON.parse(printableJson(JSON.stringify({ text: HOSTILE })))).toEqual({ text: HOSTILE })
})

test('commands print only through the functions that escape', async () => {
  const folder = new URL('../../src/cli/', import.meta.url)
  const direct: string[] = []
  for (const name of await readdir(folder)) {
    const text = await readFile(new URL(name, folder), 'utf8')
    for (const [call] of text.matchAll(/(?:console\.\w+|process\.std(?:out|err)\.write)\(.*/g))
      if (!/printable|help\(|commandHelp\(|version/.test(call)) direct.push(`${name}: ${call}`)
  }
  // The progress of a backup shows names of tables and numbers.
  expect(direct.filter((line) => !/^(say|progress)\.ts:/.test(line))).toEqual([])
})
