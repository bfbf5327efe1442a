import { statement } from '../../../storage/statement.ts'

export const findUserGame = statement<{ id: number }, { game_id: number }>(`
  select game_id from users where id = :id`)

export const findGroupGame = statement<{ id: number }, { game_id: number }>(`
  select game_id from groups where id = :id`)

export interface AnnouncementRow {
  id: number
  game_id: number
  user_id: number | null
  group_id: number | null
  text: string
  publish_at: number
  created_at: number
}

const COLUMNS = 'id, game_id, user_id, group_id, text, publish_at, created_at'

/** Counts no further than the limit. */
export const countWaiting = statement<{ game_id: number; max: number }, { waiting: number }>(`
  select count(*) as waiting from (
    select 1 from announcements where game_id = :game_id
     order by publish_at, id limit :max + 0) as counted`)

export const insertAnnouncement = statement<
  Omit<AnnouncementRow, 'id'> & Record<string, string | number | null>,
  { id: number }
>(
  `insert into announcements (game_id, user_id, group_id, text, publish_at, created_at)
   values (:game_id, :user_id, :group_id, :text, :publish_at, :created_at)
   returning id`,
  { inserts: 'announcements' },
)

/** The next ones first. */
export const listWaiting = statement<
  { game_id: number; limit: number; offset: number },
  AnnouncementRow
>(`
  select ${COLUMNS} from announcements where game_id = :game_id
   order by publish_at, id limit :limit + 0 offset :offset`)

export const deleteAnnouncement = statement<{ id: number }, { game_id: number }>(
  `delete from announcements where id = :id returning game_id`,
  { deletes: 'announcements' },
)

/** In no order. */
export const deleteDue = statement<{ now: number; limit: number }, AnnouncementRow>(
  `delete from announcements where id in (
     select id from announcements where publish_at <= :now order by publish_at, id limit :limit + 0)
   returning ${COLUMNS}`,
  { deletes: 'announcements' },
)

export const findGameOfId = statement<{ id: number }, { game_id: number }>(`
  select game_id from announcements where id = :id`)
