import { enqueueJob } from '../../features/operations/game-tasks/rules.ts'
import type { GameTransaction, Json } from '../game.ts'
import type { Scope } from '../scope.ts'
import { readJson } from './arguments.ts'
import { attributesOf, creditsOf, itemsOf, scoresOf } from './economy.ts'
import { leaderboardsOf, roundsOf } from './play.ts'
import { eventsOf, groupsOf, messagesOf, playersOf } from './social.ts'
import { storageOf } from './storage.ts'
import { WrongArgument } from '../wrong-argument.ts'

/** What code may do within a transaction. Most code uses little of it, so each part is made when it is asked for. */
export class CodeTransaction implements GameTransaction {
  readonly #scope: Scope
  readonly #jobs: ReadonlySet<string>

  /** `jobs` are the names that can be enqueued. */
  constructor(scope: Scope, jobs: ReadonlySet<string>) {
    this.#scope = scope
    this.#jobs = jobs
  }

  get players() {
    return playersOf(this.#scope)
  }

  get credits() {
    return creditsOf(this.#scope)
  }

  get scores() {
    return scoresOf(this.#scope)
  }

  get items() {
    return itemsOf(this.#scope)
  }

  get attributes() {
    return attributesOf(this.#scope)
  }

  get rounds() {
    return roundsOf(this.#scope)
  }

  get leaderboards() {
    return leaderboardsOf(this.#scope)
  }

  get groups() {
    return groupsOf(this.#scope)
  }

  get messages() {
    return messagesOf(this.#scope)
  }

  get events() {
    return eventsOf(this.#scope)
  }

  get storage() {
    return storageOf(this.#scope)
  }

  enqueue = (job: string, payload: Json = null, { at }: { at?: Date } = {}): Promise<void> =>
    this.#scope.run(async () => {
      if (!this.#jobs.has(job)) throw new WrongArgument(`There is no job "${job}" in this code.`)
      const { tx, code } = this.#scope
      const due_at = at === undefined ? tx.now() : at.getTime()
      if (!Number.isSafeInteger(due_at)) throw new WrongArgument('at must be a valid Date.')
      await enqueueJob(tx, { code, name: job, payload: readJson('payload', payload), due_at })
    })
}
