/** The refusals of the studio's own code, a part of `errors.ts`. */
export const gameCodeRefusals = {
  refused_by_game: [422, 'The rules of the game do not allow this.'],
  game_code_slow: [
    503,
    "The game's own code took too long, so nothing was changed: try again later, and tell the game's developer.",
  ],
  game_code_failed: [
    500,
    "The game's own code has failed, and nothing was changed. The header x-request-id names the error in the log and on the dashboard.",
  ],
  game_task_not_failed: [
    422,
    'There is no such task, or it has not failed: only failed tasks can be run again.',
  ],
} as const
