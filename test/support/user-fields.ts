/** The fields of a user object as the user themselves see it, sorted. */
export const USER_FIELDS = [
  'authentication_token',
  'credits',
  'display_email',
  'email',
  'events_current_month',
  'events_total',
  'game_sessions_current_month',
  'game_sessions_total',
  'id',
  'last_login',
  'number_of_logins',
  'score',
  'username',
]
