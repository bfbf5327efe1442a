import { limits } from './limits.ts'

/** The part of `errors.ts` that is about the staff of games. */
export const staffRefusals = {
  not_staff: [
    401,
    'Only the staff of a game can do this: sign in to the dashboard, or send an API token in the header Authorization, as Bearer TOKEN, or send the system key.',
  ],
  csrf_token_missing: [
    403,
    'The request did not come from a page of the dashboard: send the csrf_token of your session in the header x-csrf-token.',
  ],
  role_too_low: [403, 'Your role does not allow this: ask an owner of this server.'],
  needs_all_games: [
    403,
    'This concerns the whole server, but you are staff of some games only: ask an owner of this server.',
  ],
  staff_not_found: [404, 'No member of the staff has this id.'],
  invitation_not_found: [
    404,
    'This invitation does not exist, was used, or has expired: ask for a new one.',
  ],
  last_owner: [422, 'The server would have no owner: make somebody else an owner first.'],
  second_factor_needed: [
    401,
    'The password is right. Also send the code of your authenticator app, or a recovery code, as code.',
  ],
  wrong_code: [
    401,
    'This code is wrong or was used: send the newest one of your authenticator app, or another recovery code.',
  ],
  second_factor_required: [
    403,
    'This server requires a second factor: set one up in your account first.',
  ],
  second_factor_exists: [
    422,
    'Your account has a second factor already, or none was begun: look at it in your account.',
  ],
  too_many_staff_tokens: [
    422,
    `You have ${limits.staff_tokens.value} API tokens, which is the most: revoke one first.`,
  ],
  name_not_confirmed: [
    422,
    'This is not the username of the player: nothing was deleted. Send the username as it is now.',
  ],
  note_not_found: [404, 'The player has no note with this id.'],
  not_your_note: [403, 'Somebody else has written this note: only they and admins can delete it.'],
  backup_folder_missing: [
    422,
    'The server has no folder for backups: set BACKUP_DIR to one and start it again.',
  ],
  backup_folder_unusable: [422, 'The folder of the setting BACKUP_DIR cannot be written.'],
  backup_running: [422, 'A backup is being made already: wait until it is done.'],
  backup_not_found: [404, 'There is no backup with this name: it may have been deleted.'],
  game_export_running: [
    429,
    'A game is being exported already, and only one can be at a time: try again when it is done.',
  ],
  game_has_players: [
    422,
    'The game has players, and demo data is only for a game without players: create a new game for it.',
  ],
  staff_token_not_found: [404, 'You have no API token with this id.'],
  wrong_metrics_key: [
    401,
    'The metrics need the key of the setting METRICS_KEY: send it in the header Authorization, as Bearer KEY.',
  ],
} as const
