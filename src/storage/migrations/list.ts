import type { Migration } from './migration.ts'
import { accounts } from './0001-games-and-accounts.ts'
import { creditsAndStore } from './0002-credits-and-store.ts'
import { rounds } from './0003-rounds.ts'
import { groups } from './0004-groups.ts'
import { friends } from './0005-friends.ts'
import { leaderboards } from './0006-leaderboards.ts'
import { chats } from './0007-chats.ts'
import { answersOfUsers } from './0008-answers-of-users.ts'
import { chores } from './0009-chores.ts'
import { jobs } from './0010-jobs.ts'
import { groupSearch } from './0011-group-search.ts'
import { saferAccounts } from './0012-safer-accounts.ts'
import { quotasOfPlay } from './0013-quotas-of-play.ts'
import { personalDataIndexes } from './0014-personal-data.ts'
import { turkishGroupWords } from './0015-turkish-group-words.ts'
import { events } from './0016-events.ts'
import { webhooks } from './0017-webhooks.ts'
import { notificationsAndPresence } from './0018-notifications-and-presence.ts'
import { staff } from './0019-staff.ts'
import { moderation } from './0020-moderation.ts'
import { staffNotes } from './0021-staff-notes.ts'
import { statistics } from './0022-statistics.ts'
import { playerSearch } from './0023-player-search.ts'
import { sales } from './0024-sales.ts'
import { gameCode } from './0025-game-code.ts'
import { roundRules } from './0026-round-rules.ts'
import { rankCounts } from './0027-rank-counts.ts'
import { leaderboardSeasons } from './0028-leaderboard-seasons.ts'
import { ratings } from './0029-ratings.ts'
import { matchmaking } from './0030-matchmaking.ts'
import { fairScores } from './0031-fair-scores.ts'
import { jobFailures } from './0032-job-failures.ts'

/** In order, forward only: a released migration is never changed, a new one goes to the end. */
export const migrations: Migration[] = [
  accounts,
  creditsAndStore,
  rounds,
  groups,
  friends,
  leaderboards,
  chats,
  answersOfUsers,
  chores,
  jobs,
  groupSearch,
  saferAccounts,
  quotasOfPlay,
  personalDataIndexes,
  turkishGroupWords,
  events,
  webhooks,
  notificationsAndPresence,
  staff,
  moderation,
  staffNotes,
  statistics,
  playerSearch,
  sales,
  gameCode,
  roundRules,
  rankCounts,
  leaderboardSeasons,
  ratings,
  matchmaking,
  fairScores,
  jobFailures,
]

/** The names of all migrations, oldest first. */
export const migrationNames = migrations.map(({ name }) => name)

export const latestMigration = migrationNames.at(-1) ?? ''

/** All migrations up to the named one. */
export const migrationsUpTo = (name: string) =>
  migrations.slice(0, migrationNames.indexOf(name) + 1)
