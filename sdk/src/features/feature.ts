import type { Call, OwnCall } from '../connection.ts'
import type { Session } from '../session.ts'

/** What every feature needs. */
export interface FeatureParts {
  call: Call
  callOwn: OwnCall
  session: Session
  game_id: number
  game_token: string
}

/** A part of what a game has. Writes return the answer as it is, because with `later` there is none yet. */
export class Feature {
  protected readonly parts: FeatureParts

  constructor(parts: FeatureParts) {
    this.parts = parts
  }
}
