import { DatabaseSync } from 'node:sqlite'

/** One of each thing that has a page of its own. */
export interface ShownIds {
  game_id: number
  player_id: number
  group_id: number
  round_id: number
  multiplayer_round_id: number
  chat_id: number
  report_id: number
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
    chat_id: find('select id from chats where game_id = 1 order by last_message_id desc'),
    report_id: find('select id from reports where game_id = 1') || 1,
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
    groups: `${game}/groups`,
    group: `${game}/groups/${ids.group_id}`,
    rounds: `${game}/rounds`,
    round: `${game}/rounds/${ids.round_id}`,
    'multiplayer-round': `${game}/multiplayer-rounds/${ids.multiplayer_round_id}`,
    leaderboards: `${game}/leaderboards`,
    chats: `${game}/chats`,
    chat: `${game}/chats/${ids.chat_id}`,
    store: `${game}/store`,
    moderation: `${game}/moderation`,
    report: `${game}/moderation/reports/${ids.report_id}`,
    sanctions: `${game}/moderation/sanctions`,
    'word-filters': `${game}/moderation/word-filters`,
    'settings-general': `${game}/settings`,
    'settings-permissions': `${game}/settings?tab=permissions`,
    'settings-service-keys': `${game}/settings?tab=service-keys`,
    'settings-webhooks': `${game}/settings?tab=webhooks`,
    'settings-backups': `${game}/settings?tab=backups`,
    'settings-connect': `${game}/settings?tab=connect`,
    explorer: `${game}/explorer`,
    'game-audit-log': `${game}/audit-log`,
    staff: '/staff',
    'audit-log': '/audit-log',
    server: '/server',
    account: '/account',
  }
}
