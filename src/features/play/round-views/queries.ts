import { statement } from '../../../storage/statement.ts'
import {
  type PrefixedUserSummary,
  prefixedUserSummary,
  USER_SUMMARY_COLUMNS,
  type UserSummaryRow,
} from '../../players/users/queries.ts'

export interface SeatRow extends UserSummaryRow {
  team: number | null
  joined_at: number
}

/** Those who joined first come first. */
export const listSeats = statement<{ multiplayer_game_round_id: number; limit: number }, SeatRow>(`
  select ${USER_SUMMARY_COLUMNS}, seats.team, seats.joined_at
    from (select user_id, team, joined_at from multiplayer_round_players
           where multiplayer_game_round_id = :multiplayer_game_round_id and state = 'joined'
           order by joined_at, user_id limit :limit + 0) as seats
    join users on users.id = seats.user_id
   order by seats.joined_at, seats.user_id`)

/** No row: the user is not invited, has no seat, and was not kicked. */
export const findSeat = statement<
  { multiplayer_game_round_id: number; user_id: number },
  { state: 'invited' | 'joined' | 'kicked' }
>(`
  select state from multiplayer_round_players
   where multiplayer_game_round_id = :multiplayer_game_round_id and user_id = :user_id`)

export interface OpenRow extends PrefixedUserSummary<'master_'> {
  id: number
  created_at: number
  game_type: string
  max_players: number
  entries_per_player: number | null
  closes_at: number | null
  players: number
}

type Wanted = { game_id: number; viewer_id: number; now: number; limit: number; offset: number }

const ROUND = `multiplayer.id, multiplayer.created_at, multiplayer.game_type, multiplayer.max_players,
         multiplayer.entries_per_player, multiplayer.closes_at, multiplayer.players,
         ${prefixedUserSummary('master_')}`

const IS_OPEN = `multiplayer.finished_at is null
     and (multiplayer.closes_at is null or multiplayer.closes_at > :now)`

const CAN_BE_JOINED = `${IS_OPEN}
     and multiplayer.players < multiplayer.max_players
     and not exists (select 1 from blocks
                      where blocker_id = multiplayer.master_id and blocked_id = :viewer_id)`

const listOpenWhere = <P extends Wanted & Record<string, string | number>>(condition: string) =>
  statement<P, OpenRow>(`
  select ${ROUND}
    from multiplayer_game_rounds as multiplayer
    join users on users.id = multiplayer.master_id
   where multiplayer.game_id = :game_id ${condition}
     and multiplayer.who_may_join = 'anyone' and ${CAN_BE_JOINED}
     and not exists (select 1 from multiplayer_round_players as seat
                      where seat.multiplayer_game_round_id = multiplayer.id
                        and seat.user_id = :viewer_id and seat.state <> 'invited')
   order by multiplayer.id desc limit :limit + 0 offset :offset`)

/** The newest first, without those that the viewer is in, was kicked out of, or may not know of. */
export const listOpen = listOpenWhere('')

export const listOpenOfType = listOpenWhere<
  Wanted & { game_type: string } & Record<string, string | number>
>('and multiplayer.game_type = :game_type')

/** Rounds that are over keep their seats, so only the player's newest seats and invitations are looked at. */
const MAX_LOOKED_AT = 1000

/** An empty `game_type` is any. */
const listOwnWhere = (state: 'invited' | 'joined', condition: string) =>
  statement<Omit<Wanted, 'game_id'> & { game_type: string }, OpenRow>(`
  select ${ROUND}
    from (select multiplayer_game_round_id from multiplayer_round_players
           where user_id = :viewer_id and state = '${state}'
           order by multiplayer_game_round_id desc limit ${MAX_LOOKED_AT}) as seat
    join multiplayer_game_rounds as multiplayer on multiplayer.id = seat.multiplayer_game_round_id
    join users on users.id = multiplayer.master_id
   where ${condition} and (multiplayer.game_type = :game_type or :game_type = '')
   order by multiplayer.id desc limit :limit + 0 offset :offset`)

export const listInvited = listOwnWhere('invited', CAN_BE_JOINED)

/** Those in which the viewer has a seat, also full ones. */
export const listJoined = listOwnWhere('joined', IS_OPEN)
