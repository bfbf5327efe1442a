import type { RecentError } from '../services/process-report.ts'

const MAX_ERRORS = 100
const MAX_CHARACTERS = 300

/** Addresses of players, and texts that are long enough to be a token. */
const SECRETS = /[^\s@"'(),:;<>=]+@[^\s@"'(),:;<>=]+|[\w+/=-]{24,}/g

/** The last answers with a status of 500 or more, in the memory of this process. */
export class RecentErrors {
  #list: RecentError[] = []

  add({ message, ...error }: Omit<RecentError, 'times'>): void {
    const shown = message.slice(0, MAX_CHARACTERS).replaceAll(SECRETS, '[hidden]')
    const last = this.#list[0]
    const is_same =
      last?.code === error.code && last.route === error.route && last.message === shown
    const times = is_same ? last.times + 1 : 1
    const others = is_same ? this.#list.slice(1) : this.#list.slice(0, MAX_ERRORS - 1)
    this.#list = [{ ...error, message: shown, times }, ...others]
  }

  /** The newest first. */
  list(): RecentError[] {
    return this.#list
  }
}
