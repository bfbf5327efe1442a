import { DatabaseSync } from 'node:sqlite'

/** One of each thing that has a page of its own. */
export interface ShownIds {
  game_id: number
  player_id: number
  group_id: number
  round_id: number
  multiplayer_round_id: number
  round_with_rules_id: number
  chat_id: number
  report_id: number
  item_id: number
}

/** Of the first game: its best player, and what belongs to them. */
export function findShownIds(path: string): ShownIds {
  const db = new DatabaseSync(path, { readOnly: true })
  const find = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const best = 'select id from users where game_id = 1 order by score desc limit 1'
  const rounds = `from game_rounds where game_user_id = (${best})`
  const ids = {
    game_id: 1,
    player_id: find(best),
    group_id: find('select id from groups where game_id = 1 order by member_count desc'),
    round_id: find(`select id ${rounds} order by id desc`),
    multiplayer_round_id: find(
      `select multiplayer_game_round_id ${rounds} and multiplayer_game_round_id is not null order by id desc`,
    ),
    round_with_rules_id: find(
      'select max(id) from multiplayer_game_rounds where game_id = 1 and has_rules = 1',
    ),
    chat_id: find(
      'select id from chats where game_id = 1 and group_id is not null order by last_message_id desc',
    ),
    report_id: find(
      "select id from reports where game_id = 1 and kind = 'message' and state = 'open'",
    ),
    item_id: find('select id from store_items where game_id = 1'),
  }
  db.close()
  return ids
}

/** Every page for staff, by name. */
export function pagesForStaff(ids: ShownIds): Record<string, string> {
  const game = `/games/${ids.game_id}`
  return {
    games: '/games',
    overview: game,
    live: `${game}/live`,
    players: `${game}/players`,
    player: `${game}/players/${ids.player_id}`,
    'player-attributes': `${game}/players/${ids.player_id}?tab=attributes`,
    'player-credits': `${game}/players/${ids.player_id}?tab=credits`,
    'player-items': `${game}/players/${ids.player_id}?tab=items`,
    'player-social': `${game}/players/${ids.player_id}?tab=social`,
    'player-rounds': `${game}/players/${ids.player_id}?tab=rounds`,
    'player-ratings': `${game}/players/${ids.player_id}?tab=rounds&part=ratings`,
    'player-rating': `${game}/players/${ids.player_id}?tab=rounds&part=ratings&type=duel`,
    'player-held-scores': `${game}/players/${ids.player_id}?tab=rounds&part=held-scores`,
    'player-sessions': `${game}/players/${ids.player_id}?tab=sessions`,
    'player-notes': `${game}/players/${ids.player_id}?tab=notes`,
    groups: `${game}/groups`,
    group: `${game}/groups/${ids.group_id}`,
    rounds: `${game}/rounds`,
    round: `${game}/rounds/${ids.round_id}`,
    'multiplayer-rounds': `${game}/rounds?view=multiplayer`,
    'multiplayer-round': `${game}/multiplayer-rounds/${ids.multiplayer_round_id}`,
    'round-with-rules': `${game}/multiplayer-rounds/${ids.round_with_rules_id}`,
    leaderboards: `${game}/leaderboards`,
    leaderboard: `${game}/leaderboards/board?name=High%20scores`,
    'leaderboard-of-groups': `${game}/leaderboards/board?name=Group%20cup`,
    'leaderboard-of-group': `${game}/leaderboards/board?name=Group%20cup&group=${ids.group_id}`,
    'leaderboard-seasons': `${game}/leaderboards/board?name=Weekly%20cup&view=seasons`,
    'leaderboard-prizes': `${game}/leaderboards/board?name=Weekly%20cup&view=prizes`,
    'leaderboard-settings': `${game}/leaderboards/board?name=Weekly%20cup&view=settings`,
    ratings: `${game}/ratings`,
    rating: `${game}/ratings/game-type?type=duel`,
    matchmaking: `${game}/matchmaking`,
    chats: `${game}/chats`,
    chat: `${game}/chats/${ids.chat_id}`,
    store: `${game}/store`,
    item: `${game}/store/${ids.item_id}`,
    moderation: `${game}/moderation`,
    report: `${game}/moderation/reports/${ids.report_id}`,
    sanctions: `${game}/moderation/sanctions`,
    'word-filters': `${game}/moderation/word-filters`,
    'review-queue': `${game}/moderation/review-queue`,
    'score-rules': `${game}/moderation/score-rules`,
    'settings-general': `${game}/settings`,
    'settings-permissions': `${game}/settings?tab=permissions`,
    'settings-service-keys': `${game}/settings?tab=service-keys`,
    'settings-webhooks': `${game}/settings?tab=webhooks`,
    'settings-announcements': `${game}/settings?tab=announcements`,
    'settings-backups': `${game}/settings?tab=backups`,
    'settings-connect': `${game}/settings?tab=connect`,
    'settings-danger': `${game}/settings?tab=danger`,
    explorer: `${game}/explorer`,
    'game-audit-log': `${game}/audit-log`,
    staff: '/staff',
    'audit-log': '/audit-log',
    'game-code': '/game-code',
    server: '/server',
    account: '/account',
  }
}
