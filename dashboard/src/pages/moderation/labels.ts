/** What the API calls reasons, kinds and actions, in words. */
const LABELS: Record<string, string> = {
  harassment: 'Harassment',
  hate: 'Hate',
  threat: 'Threat',
  sexual: 'Sexual content',
  spam: 'Spam',
  cheating: 'Cheating',
  name: 'Bad name',
  other: 'Something else',
  player: 'Player',
  message: 'Message',
  group: 'Group',
  open: 'Open',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
  hide_message: 'Hide the message',
  rename: 'Give a neutral name',
  warn: 'Warn',
  mute: 'Mute',
  ban: 'Ban',
}

export const labelOf = (word: string) => LABELS[word] ?? word

/** What was done about something. */
const DONE: Record<string, string> = {
  hide_message: 'message hidden',
  rename: 'renamed',
  warn: 'warned',
  mute: 'muted',
  ban: 'banned',
}

export const doneLabelOf = (action: string) => DONE[action] ?? action

/** Dark enough for white text. */
export const COLORS = { warn: 'gray.7', mute: 'grape.9', ban: 'red.9' } as const
