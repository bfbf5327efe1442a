/** What each section of the API reference is for. */
const sections = {
  Games:
    'What an app needs before anyone signs in: its game, its variables and the clock of the server.',
  Sessions: 'The devices on which a player is signed in, and signing out.',
  Accounts: 'Signing up, playing as a guest and deleting an account.',
  'Account changes': 'New names, email addresses and passwords, and full accounts for guests.',
  'Password resets': 'A new password for a player who has forgotten theirs, by mail.',
  'Email verification': 'Shows whether the email address of a player is theirs, by mail.',
  Scores: 'One number for each player, which is added to or set.',
  'User attributes': 'Any data of a player as texts with keys, such as settings or progress.',
  Credits: 'The currency with which a player buys in the store.',
  Store: 'The items of a game, and what players buy and give back.',
  Blocks: 'Players with whom a player wants no contact.',
  Friendships: 'Friend requests, their answers, and lists of friends.',
  Presence: 'Who is online, and what a player shows of it to friends.',
  Leaderboards: 'Named lists of scores, with ranks and the entries around a player.',
  'Multiplayer rounds': 'Game rounds of several players that are ranked together.',
  Matchmaking: 'Finding opponents of about the same strength, alone or with friends.',
  'Game rounds': 'What players have played, with times, scores and metadata.',
  Ratings: 'How good players are at a game type, as their finished rounds have shown.',
  Groups: 'Teams, guilds or clans: their settings and their members.',
  'Group connections': 'How players come into groups, leave them and become admins.',
  'Group attributes': 'Any data that the members of a group share, as texts with keys.',
  Chats: 'Messages between players, and in groups.',
  Reports: 'Players tell the staff of a game about players, messages and groups.',
  Warnings: 'What staff have told a player.',
  Notifications: 'The inbox of a player: what has happened while they were away.',
  Announcements: "Messages from the game's own server to its players.",
  Events: 'What happens in a game, as it happens.',
  'Personal data': 'A copy of everything that is stored about a player.',
  'Sign-in and profiles': 'Signing in with a password, and what players see of each other.',
  'Game code': "The game's own endpoints, made by its studio.",
  'Test suite':
    'Games, users and items for the automatic tests of clients, opened by the system key.',
  'Admin: sign-in': 'For staff: signing in to the dashboard, and the own account.',
  'Admin: staff': 'For owners: who may sign in to the dashboard, and what they may do there.',
  'Admin: API tokens': 'For staff: tokens with which programs call the admin API.',
  'Admin: audit log': 'For staff: who changed what, when and from where.',
  'Admin: game code':
    "For staff of all games: the studio's own code, what it has run, and its errors.",
  'Admin: games': 'For operators: create and change games, and decide what players may do.',
  'Admin: players': 'For staff: finding players, looking at them and helping them.',
  'Admin: permissions': 'For operators: who may call which routes of a game.',
  'Admin: statistics': 'For staff: players, rounds, retention, credits and requests of a game.',
  'Admin: events': 'For staff: what happens in a game, as it happens.',
  'Admin: demo data': 'For operators: invented data, to look around in a game without players.',
  'Admin: service keys': "For operators: the keys with which a game's own server calls the API.",
  'Admin: groups': 'For staff: the groups of a game, their members and attributes.',
  'Admin: rounds': 'For staff: what players have played, alone and with others.',
  'Admin: leaderboards': 'For staff: the leaderboards of a game, and removing entries.',
  'Admin: fair scores':
    'For staff: rules for scores, and the scores that break them and wait for review.',
  'Admin: matchmaking': 'For staff: for which game types players are matched, and how.',
  'Admin: ratings': 'For operators: which game types are rated, and how.',
  'Admin: chats': 'For staff who help players: who writes to whom, and what.',
  'Admin: sales': 'For staff: what was sold in the store of a game.',
  'Admin: store': 'For operators: the items in the store of a game.',
  'Admin: reports': 'For staff: what players have reported, and what is done about it.',
  'Admin: sanctions': 'For staff: warnings, mutes and bans.',
  'Admin: word filters': 'For staff: words that players may not use in names and messages.',
  'Admin: announcements': 'For operators: messages to players, now or at a later time.',
  'Admin: webhooks': 'For operators: the URLs to which the events of a game are sent.',
  'Admin: webhook deliveries':
    'For operators: what became of each event that was sent, and sending it again.',
  'Admin: test players': 'For staff: players with whom the API can be tried out.',
  'Admin: backups': 'For owners: backups of the whole server, and copies of single games.',
  'Admin: server': 'For staff of all games: how the server and its database are doing.',
  Webhooks:
    "The requests that a game's own server gets, one for each event: see [webhooks](/guide/webhooks).",
} as const

export type SectionName = keyof typeof sections

const known: Record<string, string> = sections

/** Undefined: a section that the product does not have. */
export const describeSection = (name: string): string | undefined => known[name]
