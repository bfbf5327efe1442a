import { formatThousands } from './thousands.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const MEBIBYTE = 1_048_576

interface RateLimit {
  /** What is counted, in the plural. */
  what: string
  /** As many at once, refilled evenly over the period. 0: unlimited. */
  count: number
  seconds: number
  unit?: 'bytes'
  reason: string
}

/**
 * Every rate limit: who is counted, and what. `docs/limits.md` is generated from this table. The limits of an address
 * are for everyone behind it, so they are many times those of a player.
 */
export const rateLimits = {
  player_pace: {
    what: 'requests',
    count: 60,
    seconds: 3,
    reason:
      'A loading screen at once, then 20 requests a second. The server works on eight of a player at a time. Up to 60 more wait, for about three seconds at most; further ones are refused. Every 16 KiB of a body or an answer count as one more',
  },
  player_reads: {
    what: 'reads',
    count: 600,
    seconds: MINUTE,
    reason: 'A client that polls five lists twice a second',
  },
  player_writes: {
    what: 'writes',
    count: 300,
    seconds: MINUTE,
    reason: 'Five writes a second, for a whole minute; a game saves once every few seconds',
  },
  player_messages: {
    what: 'messages',
    count: 60,
    seconds: MINUTE,
    reason: 'Nobody types more than one message a second',
  },
  player_mails: {
    what: 'requests for a mail',
    count: 10,
    seconds: HOUR,
    reason: 'A mail that did not arrive is asked for two or three times',
  },
  player_exports: {
    what: 'exports',
    count: 10,
    seconds: HOUR,
    reason: 'One is enough; the others are for an app that lost its connection',
  },
  player_rounds: {
    what: 'new game rounds',
    count: 5000,
    seconds: DAY,
    reason: 'A round every 17 seconds, day and night',
  },
  player_round_bytes: {
    what: 'bytes of game rounds',
    count: 16 * MEBIBYTE,
    seconds: DAY,
    unit: 'bytes',
    reason: '5,000 rounds with 3 KiB of metadata each, or 256 with the most that one can hold',
  },
  player_round_codes: {
    what: 'joins of multiplayer rounds',
    count: 60,
    seconds: 10 * MINUTE,
    reason: 'A round every ten seconds; too few to guess a code of six letters',
  },
  player_leaderboard_entries: {
    what: 'new leaderboard entries',
    count: 5000,
    seconds: DAY,
    reason: 'One after every round',
  },
  player_written_bytes: {
    what: 'written bytes',
    count: 8 * MEBIBYTE,
    seconds: 15 * MINUTE,
    unit: 'bytes',
    reason:
      "All of a player's data at once, then a saved game of 64 KiB every 8 seconds. A write counts as its body and address and 1 KiB, and with an `Idempotency-Key` also as its answer, which is stored",
  },
  player_answered_bytes: {
    what: 'bytes of answers',
    count: 6 * MEBIBYTE,
    seconds: MINUTE,
    unit: 'bytes',
    reason:
      'Everything that a player has stored, every ten seconds; answers below 1 KiB are not counted. Beyond it, routes whose answers are always small still answer',
  },
  address_reads: {
    what: 'reads',
    count: 12_000,
    seconds: MINUTE,
    reason: 'A school class of 40, each with five reads a second',
  },
  address_writes: {
    what: 'writes',
    count: 6000,
    seconds: MINUTE,
    reason: 'A school class of 40, each with two and a half writes a second',
  },
  address_messages: {
    what: 'messages',
    count: 2400,
    seconds: MINUTE,
    reason: 'A school class of 40, each with a message a second',
  },
  address_round_codes: {
    what: 'joins of multiplayer rounds',
    count: 1200,
    seconds: 10 * MINUTE,
    reason: 'A school class of 40, each with three rounds a minute',
  },
  address_sign_ups: {
    what: 'sign-ups',
    count: 600,
    seconds: HOUR,
    reason: 'Several school classes that start at once, with mistakes in their forms',
  },
  address_guests: {
    what: 'new guests',
    count: 600,
    seconds: HOUR,
    reason: 'As for sign-ups. A guest who returns is not counted',
  },
  address_sign_ins: {
    what: 'sign-ins',
    count: 600,
    seconds: 10 * MINUTE,
    reason: 'A school that signs in at the beginning of a lesson',
  },
  address_mails: {
    what: 'requests for a mail',
    count: 60,
    seconds: HOUR,
    reason: 'A school class in which everyone has forgotten the password',
  },
  address_written_bytes: {
    what: 'written bytes',
    count: 128 * MEBIBYTE,
    seconds: 15 * MINUTE,
    unit: 'bytes',
    reason: '16 players who write as much as they may',
  },
  address_answered_bytes: {
    what: 'bytes of answers',
    count: 120 * MEBIBYTE,
    seconds: MINUTE,
    unit: 'bytes',
    reason: '20 players who read as much as they may',
  },
  address_unknown_tokens: {
    what: 'requests without a valid token or session, of players and of staff',
    count: 300,
    seconds: MINUTE,
    reason:
      'A school class whose sessions have all ended, each with several requests. Valid tokens from the same address are not affected',
  },
  address_wrong_keys: {
    what: 'wrong service keys',
    count: 30,
    seconds: 10 * MINUTE,
    reason:
      "Enough to notice a mistake in a server's configuration, too few to guess a key. An address from which a key was accepted may continue to use that key",
  },
  game_reads: {
    what: 'reads',
    count: 0,
    seconds: MINUTE,
    reason: 'For servers that host games of others',
  },
  game_writes: {
    what: 'writes',
    count: 0,
    seconds: MINUTE,
    reason: 'For servers that host games of others',
  },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits

/** What a route may be counted as, besides a read or a write. */
export type RateClass =
  | 'messages'
  | 'mails'
  | 'exports'
  | 'rounds'
  | 'round_bytes'
  | 'leaderboard_entries'
  | 'round_codes'
  | 'sign_ups'
  | 'guests'
  | 'sign_ins'

const PERIODS: Record<number, string> = {
  3: '3 seconds',
  [MINUTE]: 'minute',
  [10 * MINUTE]: '10 minutes',
  [15 * MINUTE]: '15 minutes',
  [HOUR]: 'hour',
  [DAY]: 'day',
}

const SUBJECTS = { player: 'player', address: 'IP address', game: 'game' } as const

export type RateSubject = keyof typeof SUBJECTS

const isRateLimitName = (name: string): name is RateLimitName => Object.hasOwn(rateLimits, name)

export const rateLimitNames = Object.keys(rateLimits).filter(isRateLimitName)

export function subjectOf(name: RateLimitName): RateSubject {
  if (name.startsWith('player_')) return 'player'
  return name.startsWith('address_') ? 'address' : 'game'
}

/** As in "1,200 per minute for each player". */
export const describeRate = (name: RateLimitName, count: number = rateLimits[name].count) =>
  `${formatThousands(count)} per ${PERIODS[rateLimits[name].seconds]} for each ${SUBJECTS[subjectOf(name)]}`

const entriesOf = (text: string) => (text === '' ? [] : text.split(','))

function parseEntry(entry: string): { name: RateLimitName; count: number } | undefined {
  const [, name = '', count = ''] = /^\s*([a-z_]+)=(\d{1,12})\s*$/.exec(entry) ?? []
  return isRateLimitName(name) ? { name, count: Number(count) } : undefined
}

/** The first entry that is not valid. */
export const findWrongRateLimit = (text: string) =>
  entriesOf(text).find((entry) => parseEntry(entry) === undefined)

/** Reads `player_reads=2400,address_writes=0`. Undefined: the text is not valid. */
export function parseRateLimits(text: string): Partial<Record<RateLimitName, number>> | undefined {
  const counts: Partial<Record<RateLimitName, number>> = {}
  for (const entry of entriesOf(text)) {
    const parsed = parseEntry(entry)
    if (!parsed) return undefined
    counts[parsed.name] = parsed.count
  }
  return counts
}
