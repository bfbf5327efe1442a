import { longRead, statement } from '../../../storage/statement.ts'
import { GROUP, type GroupRow } from '../group-views/queries.ts'
import { hasAllWords, RANGES } from '../groups/queries.ts'

export { deleteGroup, deleteWords, insertWords } from '../groups/queries.ts'

export type ListedGroup = GroupRow & { created_at: number }

const COLUMNS = `${GROUP}, groups.created_at`

interface Page {
  game_id: number
  before: number
  limit: number
}

const newest = (searchable: number) => `
    select * from (
      select ${COLUMNS} from groups
       where game_id = :game_id and searchable = ${searchable} and id < :before
       order by id desc limit :limit + 0) as found_${searchable}`

/** The newest first. The index has those that players find apart from the others. */
export const listGroups = statement<Page & Record<string, number>, ListedGroup>(`
  select * from (${newest(1)} union all ${newest(0)}) as groups
   order by id desc limit :limit + 0`)

/** Of the groups with a word from `word` up to `word_end`, no more than `max_searched` are looked at. */
export const listGroupsByWords = longRead<
  Page & { word: string; word_end: string; words: string; max_searched: number } & Record<
      string,
      string | number
    >,
  ListedGroup
>(
  (sql) => `
  with candidates as materialized (
    select group_id from group_words
     where game_id = :game_id and word >= :word and word < :word_end
     order by word, group_id limit :max_searched + 0)
  select ${COLUMNS} from groups
   where id in (select group_id from candidates) and id < :before
     and ${hasAllWords(sql.rowsFromJson('words', RANGES))}
   order by id desc limit :limit + 0`,
  'game_id',
)

type GroupOfGame = { id: number; game_id: number }

export const findGroup = statement<
  GroupOfGame,
  ListedGroup & { attribute_count: number; chat_id: number | null }
>(`
  select ${COLUMNS}, groups.attribute_count,
         (select chats.id from chats where chats.group_id = groups.id) as chat_id
    from groups where id = :id and game_id = :game_id`)

/** Changes of members and attributes lock the group first, so that they happen one after the other. */
export const lockGroup = statement<GroupOfGame, ListedGroup>(
  (sql) => `select ${COLUMNS} from groups where id = :id and game_id = :game_id ${sql.lockRow}`,
)

export const updateName = statement<{ id: number; name: string }>(
  `update groups set name = :name where id = :id`,
  { updates: 'groups' },
)

interface PageOfGroup {
  group_id: number
  limit: number
  offset: number
}

/** Those who joined first come first. */
export const listMembers = statement<
  PageOfGroup & Record<string, number>,
  { id: number; username: string; is_admin: number; joined_at: number }
>(`
  select users.id, users.username, members.is_admin, members.joined_at
    from (select id, user_id, is_admin, joined_at from group_connections
           where group_id = :group_id and status = 'accepted'
           order by joined_at, id limit :limit + 0 offset :offset) as members
    join users on users.id = members.user_id
   order by members.joined_at, members.id`)

/** The oldest first. An inviter who was deleted has no name. */
export const listPending = statement<
  PageOfGroup & { kind: string } & Record<string, string | number>,
  {
    id: number
    user_id: number
    username: string
    inviter_id: number
    inviter_username: string | null
    created_at: number
  }
>(`
  select pending.id, pending.user_id, users.username, pending.inviter_id,
         inviters.username as inviter_username, pending.created_at
    from (select * from group_connections
           where group_id = :group_id and status = 'pending' and kind = :kind
           order by id limit :limit + 0 offset :offset) as pending
    join users on users.id = pending.user_id
    left join users as inviters on inviters.id = pending.inviter_id
   order by pending.id`)

export const listAttributes = statement<
  PageOfGroup & Record<string, number>,
  {
    id: number
    key: string
    value: string
    creator_id: number
    creator_username: string | null
    others_can_edit: number
  }
>(`
  select attributes.id, attributes.key, attributes.value, attributes.creator_id,
         users.username as creator_username, attributes.others_can_edit
    from (select * from group_attributes where group_id = :group_id
           order by id limit :limit + 0 offset :offset) as attributes
    left join users on users.id = attributes.creator_id
   order by attributes.id`)
