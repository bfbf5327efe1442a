import type { ConcurrentIndex, Migration } from './migration.ts'

const of_game = { name: 'users_of_game', on: 'users (game_id, id)' }

/** SQLite finds these texts by the unique indexes of the table. */
const of_texts = [
  { name: 'users_by_name', on: 'users (game_id, username_key collate "C")' },
  { name: 'users_by_email', on: 'users (game_id, email_key collate "C")' },
]

const create = ({ name, on }: ConcurrentIndex) => `create index ${name} on ${on};\n`

/**
 * For the lists of players that staff see. None of these columns changes while somebody plays: an index of scores, credits or
 * times would slow down the requests that change those.
 */
export const playerSearch: Migration = {
  name: '0023-player-search',
  sql: (sql) => create(of_game) + sql.ifNotByteOrdered(of_texts.map(create).join('')),
  indexes: [of_game, ...of_texts],
}
