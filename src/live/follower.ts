import type { LiveEvent, Position, Subscriber, Subscription } from '../context.ts'
import { isFrequent } from '../event-types.ts'
import type { EventReader } from '../features/operations/event-streams/rules.ts'
import { isAfter } from '../features/operations/events/rules.ts'

interface Hub {
  readonly reached: Position | undefined
  catchUp(follower: Follower): Promise<void>
  remove(follower: Follower): void
}

/** One who follows the log of events. */
export class Follower implements Subscription {
  readonly subscriber: Subscriber
  readonly #hub: Hub
  /** Up to here everything was delivered when it had caught up. */
  caught_up_to: Position
  /** Whether it still reads what happened before it came. */
  is_behind = true
  is_ended = false
  endInterest: () => void = () => {}

  constructor(hub: Hub, subscriber: Subscriber, position: Position) {
    this.#hub = hub
    this.subscriber = subscriber
    this.caught_up_to = position
  }

  get reader(): EventReader {
    return this.subscriber.reader
  }

  get position(): Position {
    const { reached } = this.#hub
    const is_further = !this.is_behind && reached && isAfter(reached, this.caught_up_to)
    return is_further ? reached : this.caught_up_to
  }

  deliver(events: LiveEvent[]): void {
    const { types } = this.subscriber
    const wanted = events.filter(({ type }) => (types ? types.has(type) : !isFrequent(type)))
    if (wanted.length > 0 && !this.is_ended) this.subscriber.onEvents(wanted)
  }

  end(reason: 'server_restarts' | 'not_signed_in'): void {
    if (this.is_ended) return
    this.is_ended = true
    this.subscriber.onEnd(reason)
  }

  catchUp(): Promise<void> {
    return this.#hub.catchUp(this)
  }

  close(): void {
    this.is_ended = true
    this.#hub.remove(this)
  }
}
