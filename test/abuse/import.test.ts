import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BackupError, type Row } from '../../src/storage/backup/engine.ts'
import { dump } from '../../src/storage/backup/dump.ts'
import { gameCondition, referencesOf, tablesOfGame } from '../../src/storage/backup/game-rows.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { numberProblem } from '../../src/storage/backup/row-checks.ts'
import { tablesAt } from '../../src/storage/backup/tables.ts'
import { longestTexts } from '../../src/cli/export.ts'
import { latestMigration } from '../../src/storage/migrations/list.ts'
import { openFullDatabase } from '../backup/full-database.ts'
import { createSampleGame, type SampleGame } from '../sweep/sample-game.ts'
import { type Forged, forgeries, parse, rowOf, textOf } from './forged-exports.ts'
import { ENGINES, type World } from '../support/world.ts'

const all_tables = tablesAt(latestMigration)
const tables = tablesOfGame(all_tables)

test('which numbers a column may have is known of every column of an export', () => {
  const numbers = tables.flatMap(({ columns, types }) =>
    columns.filter((column) => types[column] !== 'text'),
  )
  for (const column of numbers) expect(numberProblem(column, 1)).toBeUndefined()
})

const isDeadlock = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '40P01'

for (const engine of ENGINES) {
  describe(engine, () => {
    let full: Awaited<ReturnType<typeof openFullDatabase>>
    let victim: World
    let sample: SampleGame
    let exported = ''
    let game_id = 0
    const file = () => join(full.folder, 'forged.ndjson')

    /** The game of the file is gone from the server, so its ids are free there; the victim's game is still there. */
    beforeAll(async () => {
      full = await openFullDatabase(engine)
      victim = await full.world.otherGame()
      sample = await createSampleGame(victim)
      await sample.owner.post(sample.owner.at('add_credits'), { credits: 50 })
      await full.world.server.flush()
      game_id = full.world.game.id
      await dump(full.connection, file(), { game_id })
      exported = await readFile(file(), 'utf8')
      await removeImported()
    })
    afterAll(() => full.close())

    const sql = (text: string) =>
      full.connection.write(({ run }) => run(text)) as Promise<Record<string, unknown>[]>

    const removeOnce = () =>
      full.connection.write(async ({ run }) => {
        const known = `select id from users where game_id = ${victim.game.id}`
        await run(`delete from games where id <> ${victim.game.id}`)
        for (const name of ['leaderboard_entries', 'leaderboard_bests'])
          await run(`delete from ${name} where user_id not in (${known})`)
      })
    /** A job of the server may change the same rows in another order: then PostgreSQL ends one of the two. */
    const removeImported = () =>
      removeOnce().catch((error: unknown) => {
        if (!isDeadlock(error)) throw error
        return removeOnce()
      })

    /** All on one connection, which is faster than one for each query. */
    const read = (queries: string[]) =>
      full.connection.read(async ({ rows: readRows }) => {
        const results: Row[][] = []
        for (const query of queries) {
          const rows: Row[] = []
          for await (const batch of readRows(query)) rows.push(...batch)
          results.push(rows)
        }
        return results
      })

    /** Every row of the server, as text. The state of jobs and who is online change by themselves. */
    async function snapshot(): Promise<string> {
      const shown = all_tables.filter(({ name }) => name !== 'jobs' && name !== 'presence')
      const rows = await read(
        shown.map(({ name, key }) => {
          const condition = name === 'events' ? `where type not like 'friend.%'` : ''
          return `select * from ${name} ${condition} order by ${key.join(', ')}`
        }),
      )
      return shown.map(({ name }, at) => `${name} ${JSON.stringify(rows[at])}`).join('\n')
    }

    /** The columns that refer to a row of another game. */
    async function crossReferences(): Promise<string[]> {
      const queries: string[] = []
      for (const { id } of await sql('select id from games')) {
        for (const { name, ...table } of tables) {
          const own = gameCondition(tables, name, Number(id))
          for (const { column, table: other, to } of referencesOf({ name, ...table })) {
            const theirs = gameCondition(tables, other, Number(id))
            queries.push(
              `select '${name}.${column}' as name from ${name} where ${own} and ${column} in (
                 select ${to} from ${other} where not (${theirs}))`,
            )
          }
        }
      }
      return (await read(queries)).flat().map(({ name }) => String(name))
    }

    const importText = async (text: string | Buffer) => {
      await writeFile(file(), text)
      return restore(full.connection, file(), { kind: 'game', longest: longestTexts })
    }
    const forged = (change: (copy: Forged) => void): string => {
      const copy = parse(exported)
      change(copy)
      return textOf(copy)
    }
    test(`a forged reference to a row of another game is refused, in every column of every table [${engine}]`, async () => {
      const before = await snapshot()
      const accepted: string[] = []
      for (const table of tables) {
        for (const { column, table: other, to } of referencesOf(table)) {
          const [theirs] = await sql(
            `select ${to} as id from ${other} where ${gameCondition(tables, other, victim.game.id)} limit 1`,
          )
          const text = forged((copy) => (rowOf(copy, table.name)[column] = Number(theirs?.['id'])))
          const is_accepted = await importText(text).then(
            () => true,
            (error: Error) => !/line \d+/.test(error.message),
          )
          // Columns that outlive the row that they name lose their value.
          if (is_accepted && (await crossReferences()).length > 0)
            accepted.push(`${table.name}.${column}`)
          if (is_accepted) await removeImported()
        }
      }
      expect(accepted).toEqual([])
      expect(await snapshot()).toBe(before)
    })

    test(`a purchase forged for another game's player gives them no credits [${engine}]`, async () => {
      const before = await snapshot()
      const text = forged((copy) => (rowOf(copy, 'purchases')['user_id'] = sample.owner.id))
      await expect(importText(text)).rejects.toThrow(
        /line \d+: the row of purchases refers to user_id \d+, which is not in the file/,
      )
      expect(await snapshot()).toBe(before)
    })

    test(`forged values are refused with one sentence that names the line, and change nothing [${engine}]`, async () => {
      const before = await snapshot()
      for (const [title, change, reason] of forgeries) {
        const outcome = await importText(forged(change)).then(
          () => 'accepted',
          (error: Error) => error.message,
        )
        expect([title, outcome]).toEqual([title, expect.stringMatching(reason)])
        expect([title, outcome]).toEqual([title, expect.stringMatching(/line \d+.*Nothing was/)])
        expect([title, await snapshot()]).toEqual([title, before])
      }
    })

    test(`an import cannot use up the ids of the server's other games [${engine}]`, async () => {
      const huge = Number.MAX_SAFE_INTEGER
      const by_footer = forged((copy) => (copy.last_ids['users'] = huge))
      const by_row = forged((copy) => {
        const last = copy.lines.findLast(([name]) => name === 'credit_ledger')
        if (last) last[1]['id'] = copy.last_ids['credit_ledger'] = huge
      })
      for (const text of [by_footer, by_row])
        await expect(importText(text)).rejects.toThrow(/ids up to 1,073,741,824/)

      const created = await victim.player()
      expect(created.id).toBeLessThan(1_000_000)
    })

    test(`a file that changes while it is imported is refused [${engine}]`, async () => {
      const before = await snapshot()
      await writeFile(file(), exported)
      const swapped = forged((copy) => (rowOf(copy, 'users')['score'] = 4711))
      let has_swapped = false
      const outcome = restore(
        {
          ...full.connection,
          async write(work) {
            has_swapped = true
            await writeFile(file(), swapped)
            return full.connection.write(work)
          },
        },
        file(),
        { kind: 'game', longest: longestTexts },
      )
      await expect(outcome).rejects.toThrow('changed while it was read')
      expect(has_swapped).toBe(true)
      expect(await snapshot()).toBe(before)
    })

    test(`bombs are refused before they fill the memory or the disk [${engine}]`, async () => {
      const before = await snapshot()
      const one_line = gzipSync(`${exported.split('\n')[0]}\n["users",${' '.repeat(300_000_000)}`)
      expect(one_line.length).toBeLessThan(1_000_000)
      const memory = process.memoryUsage().rss
      await expect(importText(one_line)).rejects.toThrow(/line 2 is longer than/)
      expect(process.memoryUsage().rss - memory).toBeLessThan(400_000_000)

      const many_lines = gzipSync(`${exported}${'["users",{}]\n'.repeat(1_000_000)}`)
      await writeFile(file(), many_lines)
      const unpacking = { ratio: 200, free_bytes: 1_000_000 }
      await expect(restore(full.connection, file(), { kind: 'game', unpacking })).rejects.toThrow(
        /unpacks to more than/,
      )
      expect(await snapshot()).toBe(before)
    })

    test(`random mutations of an exported file never touch another game [${engine}]`, async () => {
      const before = await snapshot()
      const random = seededRandom(engine === 'sqlite' ? 1 : 2)
      const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T
      const ids = new Set<number>([0, -1, 1, victim.game.id, game_id, 2 ** 53, 1e300])
      for (const { name, key } of tables) {
        if (key.join() !== 'id') continue
        for (const { id } of await sql(`select id from ${name}`)) ids.add(Number(id))
      }
      const values = [...ids, '', 'x', '1', null, true, [], {}, 0.5, '\u0000', 'é'.repeat(70_000)]

      const mutate = (copy: Forged) => {
        const line = pick(copy.lines)
        const [, row] = line
        const column = pick(Object.keys(row))
        const kind = Math.floor(random() * 8)
        if (kind < 4) row[column] = pick(values) as never
        else if (kind === 4) copy.lines.splice(copy.lines.indexOf(line), 1)
        else if (kind === 5) copy.lines.splice(copy.lines.indexOf(line), 0, structuredClone(line))
        else if (kind === 6) line[0] = pick(all_tables).name
        else if (random() < 0.5) copy.header['game_id'] = pick([...ids])
        else copy.last_ids[pick(tables).name] = pick(values) as never
      }
      let accepted = 0
      for (let round = 0; round < (engine === 'sqlite' ? 40 : 25); round++) {
        const text = forged((copy) => {
          for (let count = 1 + Math.floor(random() * 2); count > 0; count--) mutate(copy)
        })
        const outcome = await importText(text).then(
          () => 'accepted',
          (error: unknown) => (error instanceof BackupError ? 'refused' : error),
        )
        expect([text, outcome]).toEqual([text, expect.stringMatching('accepted|refused')])
        const crossing = outcome === 'accepted' ? await crossReferences() : []
        expect([text, crossing]).toEqual([text, []])
        if (outcome === 'accepted') {
          accepted++
          await removeImported()
        }
        expect([text, (await snapshot()) === before]).toEqual([text, true])
      }
      expect(accepted).toBeGreaterThan(0)
    })

    test(`the unchanged file is imported, and exported again as the same file [${engine}]`, async () => {
      await importText(exported)
      const again = join(full.folder, 'again.ndjson')
      await dump(full.connection, again, { game_id })
      expect(parse(await readFile(again, 'utf8')).lines).toEqual(parse(exported).lines)
      await removeImported()
    })
  })
}

/** The same numbers in every run. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
