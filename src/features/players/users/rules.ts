import type { Player, ReadContext } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { comparisonKey } from '../../../services/names.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { step } from '../../../storage/statement.ts'
import { presentActivity } from '../activity/rules.ts'
import {
  findOwnUser,
  findUser,
  findUserByUsernameKey,
  type OwnUserRow,
  type UserRow,
} from './queries.ts'

type SummaryRow = Pick<UserRow, 'id' | 'game_id' | 'username' | 'email' | 'credits' | 'score'>

/** A user as others see them. Other players see the email address only if the game shares it. */
export function summarize(row: SummaryRow, viewer: Pick<Player, 'id' | 'share_player_emails'>) {
  const { id, game_id, username, credits, score } = row
  const display_email =
    viewer.share_player_emails === 1 || viewer.id === id ? (row.email ?? '') : ''
  const email = display_email && `_appid_${game_id}_${display_email}`
  return { id, username, email, display_email, credits, score }
}

/** The whole user object, which only users themselves get, with the token that came with the request. */
export function presentOwnUser<Token extends string | null>(
  context: Pick<ReadContext, 'unwritten' | 'now'>,
  row: OwnUserRow | undefined,
  token: Token,
) {
  if (!row) throw new Refusal('user_not_found')
  return {
    ...summarize(row, { id: row.id, share_player_emails: 1 }),
    last_login: isoTime(row.last_login),
    number_of_logins: row.number_of_logins,
    authentication_token: token,
    ...presentActivity(context, row),
  }
}

/** For `inOrder`: reads the user after the changes before it. */
export const ownUserStep = ({ id }: { id: number }) => step(findOwnUser, { id })

export async function ownUser<Token extends string | null>(
  context: Pick<ReadContext, 'unwritten' | 'now'>,
  reader: Reader,
  { id, token }: { id: number; token: Token },
) {
  return presentOwnUser(context, await reader.first(findOwnUser, { id }), token)
}

/** A user of another game is refused. */
export async function findUserInGame(reader: Reader, player: Player, id: number): Promise<UserRow> {
  const row = await reader.first(findUser, { id })
  if (!row) throw new Refusal('user_not_found')
  if (row.game_id !== player.game_id) throw new Refusal('other_game')
  return row
}

/** Undefined: the game has no such user. */
export async function findUserOfGame(
  reader: Reader,
  { game_id, user_id }: { game_id: number; user_id: number },
): Promise<UserRow | undefined> {
  const row = await reader.first(findUser, { id: user_id })
  return row?.game_id === game_id ? row : undefined
}

/** Undefined: nobody in the game has this name. Upper and lower case do not matter. */
export const findUserNamed = (reader: Reader, game_id: number, username: string) =>
  reader.first(findUserByUsernameKey, { game_id, username_key: comparisonKey(username) })

/** Upper and lower case do not matter. The player may find themselves. */
export async function findUserByUsername(
  reader: Reader,
  { game_id }: Player,
  username: string,
): Promise<UserRow> {
  const row = await findUserNamed(reader, game_id, username)
  if (!row) throw new Refusal('username_unknown')
  return row
}

export async function showUser(context: ReadContext, player: Player, id: number) {
  if (id === player.id) {
    return { ...(await ownUser(context, context.db, player)), is_new_user: false }
  }
  const row = await findUserInGame(context.db, player, id)
  return {
    ...summarize(row, player),
    last_login: isoTime(row.last_login),
    number_of_logins: row.number_of_logins,
    is_new_user: false,
  }
}
