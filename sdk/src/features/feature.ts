import type { Call } from '../connection.ts'
import type { Session } from '../session.ts'

/** What every feature needs. Writes return the answer as it is, because with `later` there is none yet. */
export interface Parts {
  call: Call
  session: Session
  game_id: number
  game_token: string
}
