import { loadConfig } from '../config.ts'
import { limits } from '../limits.ts'
import { openBackupEngine } from '../storage/backup/open.ts'
import { dump } from '../storage/backup/dump.ts'
import { STDOUT } from '../storage/backup/files.ts'
import { restore } from '../storage/backup/restore.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { total } from './backup.ts'
import { formatNumber, withProgress } from './progress.ts'
import { remark, say } from './say.ts'
import { recordCommand } from './with-context.ts'

/** With the number of a season and the id of a group. */
const STORED_BOARD_NAME = 4 * limits.leaderboard_name_characters.value + 40

/** The longest texts of an imported game, in bytes: a character has up to four. */
export const longestTexts: Record<string, number> = {
  'games.name': 4 * limits.game_name_characters.value,
  'games.description': limits.text_bytes.value,
  'game_variables.value': limits.text_bytes.value,
  'users.username': 4 * limits.username_characters.value,
  'users.email': 4 * limits.email_characters.value,
  'user_attributes.key': 4 * limits.attribute_key_characters.value,
  'user_attributes.value': limits.text_bytes.value,
  'store_items.name': 4 * limits.item_name_characters.value,
  'store_items.description': limits.text_bytes.value,
  'store_items.icon_url': 4 * limits.url_characters.value,
  'game_rounds.game_type': 4 * limits.game_type_characters.value,
  'multiplayer_game_rounds.game_type': 4 * limits.game_type_characters.value,
  'multiplayer_game_rounds.code': limits.round_code_characters.value,
  'matchmaking_types.game_type': 4 * limits.game_type_characters.value,
  'rating_settings.game_type': 4 * limits.game_type_characters.value,
  'rated_rounds.game_type': 4 * limits.game_type_characters.value,
  'ratings.game_type': 4 * limits.game_type_characters.value,
  'rating_changes.game_type': 4 * limits.game_type_characters.value,
  'game_rounds.metadata': limits.metadata_bytes.value,
  'groups.name': 4 * limits.group_name_characters.value,
  'group_attributes.key': 4 * limits.attribute_key_characters.value,
  'group_attributes.value': limits.text_bytes.value,
  'leaderboard_entries.leaderboard_name': STORED_BOARD_NAME,
  'leaderboard_bests.leaderboard_name': STORED_BOARD_NAME,
  'leaderboard_settings.leaderboard_name': 4 * limits.leaderboard_name_characters.value,
  'leaderboard_settings.period': 4 * limits.period_characters.value,
  'leaderboard_settings.time_zone': 4 * limits.period_characters.value,
  'leaderboard_prize_rules.leaderboard_name': 4 * limits.leaderboard_name_characters.value,
  'leaderboard_seasons.leaderboard_name': 4 * limits.leaderboard_name_characters.value,
  'leaderboard_groups.leaderboard_name': 4 * limits.leaderboard_name_characters.value,
  'leaderboard_entries.extra_attributes': limits.text_bytes.value,
  'score_rules.name': 4 * limits.leaderboard_name_characters.value,
  'held_scores.name': 4 * limits.leaderboard_name_characters.value,
  'held_scores.extra_attributes': limits.leaderboard_extra_bytes.value,
  'messages.text': limits.message_bytes.value,
  'presence.status': 4 * limits.status_characters.value,
  'announcements.text': 4 * limits.announcement_characters.value,
  'notifications.data': limits.text_bytes.value,
  'users.ban_reason': 4 * limits.sanction_reason_characters.value,
  'sanctions.reason': 4 * limits.sanction_reason_characters.value,
  'word_filters.words': limits.filter_words.value * (4 * limits.filter_word_characters.value + 3),
}

export async function exportCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { force: { type: 'boolean' } })
  const game_id = readId('GAME_ID', positionals[0])
  const path = positionals[1]
  if (!path) throw new UsageProblem('The FILE to write is missing.')
  const engine = await openBackupEngine(loadConfig().DATABASE_URL)
  const rows = await withProgress('Exporting', (onProgress) =>
    dump(engine, path, { game_id, force: values.force ?? false, onProgress }),
  )
  if (path === STDOUT) remark`Exported game ${game_id}: ${formatNumber(total(rows))} rows.`
  else say`Exported game ${game_id} to ${path}: ${formatNumber(total(rows))} rows.`
}

export async function importCommand(args: string[]): Promise<void> {
  const [path] = readArguments(args, {}).positionals
  if (!path) throw new UsageProblem('The FILE to read is missing.')
  const engine = await openBackupEngine(loadConfig().DATABASE_URL)
  let game_id: number | null = null
  const onGame = (id: number) => void (game_id = id)
  const rows = await withProgress('Importing', (onProgress) =>
    restore(engine, path, { kind: 'game', longest: longestTexts, onProgress, onGame }),
  )
  const { users = 0 } = rows
  const after = { users, rows: total(rows) }
  const action = 'admin.games.import'
  await recordCommand({ action, game_id, target: 'game', target_id: game_id, after })
  say`Imported a game with ${formatNumber(users)} users, ${formatNumber(total(rows))} rows in total.`
  say`Its id and token are the same; its players sign in again.`
}
