import type { Dialect } from '../dialect.ts'
import type { Migration, Run } from './migration.ts'

const BATCH = 500
const MAX_WORDS = 32
const MAX_CHARACTERS = 64

/** As `searchWords` in services/names.ts was when this migration was written. */
function wordsOf(name: string): string[] {
  const tokens = name.normalize('NFKC').toLowerCase().split(/\s+/u)
  const words = tokens.flatMap((token) => [token, ...(token.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])])
  const short = words.map((word) => Array.from(word).slice(0, MAX_CHARACTERS).join(''))
  return [...new Set(short)].filter(Boolean).slice(0, MAX_WORDS)
}

async function fill(run: Run, sql: Dialect): Promise<void> {
  for (let after = 0; ;) {
    const groups = (await run(
      `select id, game_id, name from groups where id > ${after} order by id limit ${BATCH}`,
    )) as { id: number; game_id: number; name: string }[]
    const last = groups.at(-1)
    if (!last) return
    after = last.id
    const rows = groups.flatMap(({ id, game_id, name }) =>
      wordsOf(name).map((word) => ({ group_id: id, game_id, word })),
    )
    const columns = { group_id: 'bigint', game_id: 'bigint', word: 'text' } as const
    const table = sql.rowsFromJson('found', columns)
    const list = `'${JSON.stringify(rows).replaceAll("'", "''")}'`
    await run(`insert into group_words (group_id, game_id, word)
      select found.group_id, found.game_id, found.word from ${table.replace(':found', () => list)}`)
  }
}

/** The words of the names of groups, and pending connections in the order of their pages. */
export const groupSearch: Migration = {
  name: '0011-group-search',
  sql: (sql) => `
alter table groups drop column name_key;

create table group_words (
  group_id bigint not null references groups (id) on delete cascade,
  game_id bigint not null references games (id) on delete cascade,
  word ${sql.byteOrderedText} not null,
  primary key (group_id, word)
);
create index group_words_of_game on group_words (game_id, word, group_id);
create index group_connections_pending on group_connections (group_id, kind, id) where status = 'pending';
create index group_connections_pending_of_user on group_connections (user_id, kind, id) where status = 'pending';
`,
  fill,
}
