import { isForGame } from '../access/staff.ts'
import type { Context } from '../context.ts'
import { listEndedSessions } from '../features/players/sessions/rules.ts'
import { listEndedKeys } from '../features/operations/service-keys/rules.ts'
import { listRights } from '../features/staff/staff-members/rules.ts'
import type { Follower } from './follower.ts'

/** Each time it is checked of this many whether their session has ended: fewer than would delay requests. */
const CHECKED_AT_ONCE = 1000

/** Ends those whose session or service key has ended, those of banned players, and staff whose rights have changed. */
export class Credentials {
  readonly #context: Context
  readonly #followers: Set<Follower>
  #is_checking = false

  constructor(context: Context, followers: Set<Follower>) {
    this.#context = context
    this.#followers = followers
  }

  /** Checks some; all get their turn. Does nothing while the last check is under way. */
  async check(): Promise<void> {
    if (this.#is_checking) return
    this.#is_checking = true
    try {
      await this.#endSome(this.#next())
    } finally {
      this.#is_checking = false
    }
  }

  /** Whoever is checked goes to the end of the set, so that those who come and go keep nobody from a turn. */
  #next(): Follower[] {
    const next = [...this.#followers.values().take(CHECKED_AT_ONCE)]
    for (const follower of next) {
      this.#followers.delete(follower)
      this.#followers.add(follower)
    }
    return next
  }

  async #endSome(checked: Follower[]): Promise<void> {
    const by_session = Map.groupBy(checked, ({ subscriber }) => subscriber.session_id)
    const by_key = Map.groupBy(checked, ({ subscriber }) => subscriber.service_key_id)
    const idsOf = (map: Map<number | null, unknown>) => [...map.keys()].filter((id) => id !== null)
    const [sessions, keys] = [idsOf(by_session), idsOf(by_key)]
    const ended_sessions =
      sessions.length > 0 ? await listEndedSessions(this.#context, sessions) : []
    for (const { id, is_banned } of ended_sessions)
      for (const follower of by_session.get(id) ?? [])
        follower.end(is_banned === 1 ? 'banned' : 'not_signed_in')
    for (const id of keys.length > 0 ? await listEndedKeys(this.#context, keys) : [])
      for (const follower of by_key.get(id) ?? []) follower.end('not_signed_in')
    for (const kind of ['session', 'token'] as const)
      await this.#endStaff(
        kind,
        checked.filter(({ subscriber }) => subscriber.staff?.kind === kind),
      )
  }

  async #endStaff(kind: 'session' | 'token', followers: Follower[]): Promise<void> {
    if (followers.length === 0) return
    const ids = followers.map(({ subscriber }) => subscriber.staff?.credential_id ?? 0)
    const rights = await listRights(this.#context, kind, ids)
    for (const follower of followers) {
      const { staff, reader } = follower.subscriber
      const now = rights.get(staff?.credential_id ?? 0)
      if (now?.role !== staff?.role || !now || !isForGame(now, reader.game_id))
        follower.end('not_signed_in')
    }
  }
}
