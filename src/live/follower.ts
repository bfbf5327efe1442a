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
  /** Everything up to here was delivered. Once it is not behind, what the hub has reached counts instead. */
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
    if (this.is_behind || this.is_ended) return this.caught_up_to
    const { reached } = this.#hub
    return reached && isAfter(reached, this.caught_up_to) ? reached : this.caught_up_to
  }

  deliver(events: LiveEvent[]): void {
    const { types } = this.subscriber
    const wanted = events.filter(({ type }) => (types ? types.has(type) : !isFrequent(type)))
    if (wanted.length > 0 && !this.is_ended) this.subscriber.onEvents(wanted)
  }

  end(reason: 'server_restarts' | 'not_signed_in' | 'banned'): void {
    if (this.is_ended) return
    this.#stay()
    this.subscriber.onEnd(reason)
  }

  /** Nothing is delivered any more, so its position stays, too. */
  #stay(): void {
    this.caught_up_to = this.position
    this.is_ended = true
  }

  catchUp(): Promise<void> {
    return this.#hub.catchUp(this)
  }

  close(): void {
    this.#stay()
    this.#hub.remove(this)
  }
}
