import { limits } from './limits.ts'

/** The part of `errors.ts` that is about moderation. */
export const moderationRefusals = {
  banned: [
    403,
    'This account is banned. The answer says until when, and why: ask the makers of the game.',
  ],
  muted: [
    403,
    'You are muted: you may not write messages, set a status, create or rename groups, or invite to groups and multiplayer rounds. The answer says until when.',
  ],
  not_banned: [422, 'This player is not banned.'],
  not_muted: [422, 'This player is not muted.'],
  word_not_allowed: [
    422,
    'This contains a word that is not allowed in this game: choose other words.',
  ],
  reporting_oneself: [422, 'You cannot report yourself, or your own message.'],
  already_reported: [
    422,
    'You have reported this already, and staff have not decided yet: wait until they have.',
  ],
  too_many_reports: [
    422,
    `You have sent ${limits.reports_per_day.value} reports in 24 hours, which is the most: send this one tomorrow.`,
  ],
  report_not_found: [404, 'The game has no report with this id.'],
  report_closed: [422, 'Somebody has decided about this report already: load it again.'],
  action_not_possible: [
    422,
    'This action is not possible for this report: only messages can be hidden, and only what still exists can be changed.',
  ],
} as const
