import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../../durations.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { hashSecret } from '../../../services/secrets.ts'
import { isoTime } from '../../../services/times.ts'
import { findAccount, findOrAddGuest } from '../../players/accounts/rules.ts'
import { startSession } from '../../players/sessions/rules.ts'
import { recordChange } from '../audit-log/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'
import { listByDevice } from './queries.ts'

/** Marks an account as a test player. No device of a real player has this hash: theirs are made with another prefix. */
const deviceOf = (game_id: number, number: number) => hashSecret(`test-player:${game_id}:${number}`)

const NUMBERS = Array.from({ length: limits.test_players.value }, (_, index) => index + 1)

export async function showTestPlayers({ db }: Context, game_id: number) {
  await refuseUnknownGame(db, game_id)
  const devices = NUMBERS.map((number) => ({ number, device_hash: deviceOf(game_id, number) }))
  const rows = await db.all(listByDevice, { game_id, devices: JSON.stringify(devices) })
  return {
    test_players: rows.map(({ number, id, username, created_at }) => ({
      number,
      user_id: id,
      username,
      created_at: isoTime(created_at),
    })),
  }
}

/** Never a real player: one whose device was set by staff, or a new one. */
export async function signInTestPlayer(context: Context, game_id: number, number: number) {
  await refuseUnknownGame(context.db, game_id)
  const username = `test-player-${number}-${randomBytes(4).toString('hex')}`
  const device = { game_id, device_hash: deviceOf(game_id, number), username }
  const lifetime_ms = limits.test_session_minutes.value * MINUTE_MS
  return inTransaction(context, async (tx) => {
    const { id, is_new_user } = await findOrAddGuest(tx, device)
    const authentication_token = await startSession(context, tx, id, lifetime_ms)
    await recordChange(tx, {
      action: 'admin.testPlayers.signIn',
      game_id,
      target: 'player',
      target_id: id,
      after: { number, is_new_user },
    })
    return {
      number,
      user_id: id,
      username: (await findAccount(tx, id))?.username ?? username,
      is_new_user,
      authentication_token,
      expires_at: isoTime(tx.now() + lifetime_ms),
    }
  })
}
