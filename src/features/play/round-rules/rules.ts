import { randomInt } from 'node:crypto'
import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { readTime } from '../../../services/times.ts'
import { refuseFilteredName } from '../../operations/word-filters/rules.ts'
import { findGroupInGame, findRole, lockUserInGame } from '../../social/groups/rules.ts'
import { createMultiplayerRound } from '../multiplayer-rounds/rules.ts'
import { inviteToRound } from '../round-invites/rules.ts'
import { refuseTooManySeats } from '../round-seats/rules.ts'
import { loadRound } from '../round-views/rules.ts'
import { insertMatchedRounds, insertRound, insertSeats, type NewRound } from './queries.ts'

export interface RoundRules {
  max_players?: number
  entries_per_player?: number
  who_may_join?: 'anyone' | 'invited' | 'friends' | 'group' | 'code'
  group_id?: number
  closes_at?: string
  invited_user_ids?: number[]
}

/** Whether any rule was sent. */
const hasRules = (rules: RoundRules) =>
  rules.max_players !== undefined ||
  rules.entries_per_player !== undefined ||
  rules.who_may_join !== undefined ||
  rules.group_id !== undefined ||
  rules.closes_at !== undefined ||
  rules.invited_user_ids !== undefined

interface NewEntry extends RoundRules {
  multiplayer?: boolean
  multiplayer_game_round_id?: number
}

/** Of an entry that creates no multiplayer round. */
export function refuseUnusedRules(entry: NewEntry): void {
  const creates = entry.multiplayer === true && !entry.multiplayer_game_round_id
  if (creates || !hasRules(entry)) return
  throw new Refusal('invalid_input', {
    sentence:
      'Rules are for a new multiplayer round: send multiplayer true without multiplayer_game_round_id, or no rules.',
  })
}

/** Without those that look like others when they are read out or written by hand. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 6
/** Among many millions of codes, even the second try is rare. */
const MAX_TRIES = 20

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

function readClosing(tx: Transaction, closes_at: string | undefined): number | null {
  if (closes_at === undefined) return null
  const time = readTime('closes_at', closes_at)
  if (time > tx.now()) return time
  throw new Refusal('invalid_input', { sentence: 'closes_at must be in the future.' })
}

/** The group whose members may join. Null: it does not depend on a group. */
async function readGroup(tx: Transaction, player: Player, rules: RoundRules) {
  const { who_may_join, group_id } = rules
  const is_for_group = who_may_join === 'group'
  if (is_for_group !== (group_id !== undefined))
    throw new Refusal('invalid_input', {
      sentence: 'Send group_id with who_may_join=group, and only then.',
    })
  if (group_id === undefined) return null
  await findGroupInGame(tx, player, group_id)
  const { is_member } = await findRole(tx, group_id, player.id)
  if (!is_member) throw new Refusal('not_group_member')
  return group_id
}

async function insertWithCode(tx: Transaction, round: Omit<NewRound, 'code'>): Promise<number> {
  const has_code = round.who_may_join === 'code'
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const row = await tx.first(insertRound, { ...round, code: has_code ? newCode() : null })
    if (row) return row.id
  }
  throw new Refusal('busy', { retry_after_seconds: 1 })
}

/** The player becomes its master and has a seat. Returns its id. Others read its type in lists and invitations. */
async function createRoundWithRules(
  context: Context,
  tx: Transaction,
  player: Player,
  { game_type, ...rules }: RoundRules & { game_type: string },
): Promise<number> {
  const { id: master_id, game_id } = player
  const written = { field: 'game_type', name: game_type }
  await refuseFilteredName({ ...context, db: tx }, game_id, written)
  await lockUserInGame(tx, player, master_id)
  await refuseTooManySeats(tx, master_id)
  const now = tx.now()
  const id = await insertWithCode(tx, {
    game_id,
    master_id,
    game_type,
    max_players: rules.max_players ?? limits.round_players.value,
    entries_per_player: rules.entries_per_player ?? null,
    who_may_join: rules.who_may_join ?? 'anyone',
    group_id: await readGroup(tx, player, rules),
    closes_at: readClosing(tx, rules.closes_at),
    now,
  })
  const seat = { id, user_id: master_id, team: null }
  await tx.run(insertSeats, { added: JSON.stringify([seat]), is_matched: 0, now })
  const user_ids = (rules.invited_user_ids ?? []).filter((user_id) => user_id !== master_id)
  if (user_ids.length > 0) await inviteToRound(tx, player, { id, game_type, user_ids })
  return id
}

/** Null: the entry wants none. */
export async function createRoundOfEntry(
  context: Context,
  tx: Transaction,
  player: Player,
  entry: NewEntry & { game_type: string },
): Promise<number | null> {
  if (!entry.multiplayer) return null
  return hasRules(entry)
    ? createRoundWithRules(context, tx, player, entry)
    : createMultiplayerRound(tx, player)
}

/** A round without an entry, in which players can meet. */
export const createLobby = (
  context: Context,
  player: Player,
  input: RoundRules & { game_type: string },
) =>
  inTransaction(context, async (tx) => {
    const id = await createRoundWithRules(context, tx, player, input)
    return loadRound(tx, player, { id })
  })

export const showLobby = ({ db }: Context, player: Player, id: number) =>
  loadRound(db, player, { id })

interface MatchedRound {
  game_id: number
  game_type: string
  /** The first one is the master. Each player is in one of the rounds that are created at once. */
  players: { user_id: number; team: number | null }[]
  /** Without it, one. Null: as many as the limit allows. */
  entries_per_player?: number | null
  /** Without it, the round has no end before it is finished. */
  closes_at?: number | null
}

const masterOf = ({ players }: MatchedRound) => players[0]?.user_id ?? 0

/** Private rounds in which everybody has a seat, in two statements. Returns their ids in the order of the list. */
export async function createMatchedRounds(
  tx: Transaction,
  matched: MatchedRound[],
): Promise<number[]> {
  if (matched.length === 0) return []
  const now = tx.now()
  const added = matched.map((round) => ({
    game_id: round.game_id,
    master_id: masterOf(round),
    game_type: round.game_type,
    players: round.players.length,
    entries_per_player: round.entries_per_player === undefined ? 1 : round.entries_per_player,
    closes_at: round.closes_at ?? null,
  }))
  const rows = await tx.all(insertMatchedRounds, { added: JSON.stringify(added), now })
  const id_of = new Map(rows.map(({ id, master_id }) => [master_id, id]))
  if (id_of.size !== matched.length) throw new Error('a player is the master of two matched rounds')
  const ids = matched.map((round) => id_of.get(masterOf(round)) ?? 0)
  const seats = matched.flatMap(({ players }, index) =>
    players.map((player) => ({ id: ids[index], ...player })),
  )
  tx.defer(insertSeats, { added: JSON.stringify(seats), is_matched: 1, now })
  return ids
}
