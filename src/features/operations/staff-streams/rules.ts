import { hasRole, type Staff } from '../../../access/staff.ts'
import type {
  Context,
  LiveEvent,
  Position,
  StreamListener,
  Subscription,
} from '../../../context.ts'
import { cursorOf, logName, presentForGame, readCursor, readTypes } from '../event-streams/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'

interface Wanted {
  game_id: number
  /** A cursor. Undefined: from now on. */
  after?: string
  types?: string
  /** Only what this player did, or what is about them. */
  user_id?: number
}

type Data = Record<string, unknown>

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null

const readData = (text: string): Data => JSON.parse(text)

function isAbout({ actor_id, audience, audience_id, data }: LiveEvent, user_id: number): boolean {
  if (actor_id === user_id) return true
  if ((audience === 'user' || audience === 'friends') && audience_id === user_id) return true
  const { user, user_id: named } = readData(data)
  return named === user_id || (isObject(user) && user['id'] === user_id)
}

/**
 * Messages are private: their texts are only where the audit log says who has read them. All other words of players are for
 * those who help players.
 */
function shownTo(staff: Staff, type: string, { text, status, ...data }: Data): Data {
  if (!hasRole(staff, 'support')) return data
  const with_status = status === undefined ? data : { ...data, status }
  return type === 'message.posted' || text === undefined ? with_status : { ...with_status, text }
}

/** How events and positions are sent to a member of the staff. */
export async function createStaffPresenter({ db }: Context, staff: Staff) {
  const log_name = await logName(db)
  return {
    event(event: LiveEvent) {
      const shown = presentForGame(log_name, event)
      const data = shownTo(staff, shown.type, shown.data)
      return { id: shown.id, type: shown.type, text: JSON.stringify({ ...shown, data }) }
    },
    cursor: (position: Position) => cursorOf(log_name, position),
  }
}

/** Follows what happens in a game until `close` is called. It ends when the rights of this member of the staff change. */
export async function followGame(
  context: Context,
  staff: Staff,
  { game_id, after, types, user_id }: Wanted,
  listener: StreamListener,
): Promise<Subscription> {
  await refuseUnknownGame(context.db, game_id)
  const position = after === undefined ? undefined : await readCursor(context.db, after)
  const onEvents = (events: LiveEvent[]) => {
    const wanted = user_id ? events.filter((event) => isAbout(event, user_id)) : events
    if (wanted.length > 0) listener.onEvents(wanted)
  }
  return context.live.follow(
    {
      ...listener,
      onEvents,
      reader: { game_id, user_id: null },
      session_id: null,
      service_key_id: null,
      staff,
      types: readTypes(types),
    },
    position,
  )
}
