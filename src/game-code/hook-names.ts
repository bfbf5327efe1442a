const WORDS = { before: 'before ', after: 'after ', route: '', event: 'on ', job: 'job ' } as const

/** As in the log and on the dashboard: `after store.purchase`, `POST /daily_reward`, `on message.posted`, `job prizes`. */
export const hookName = (kind: keyof typeof WORDS, name: string) => `${WORDS[kind]}${name}`
