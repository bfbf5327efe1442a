import { IdOf, Message, Nullable, OneOf, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const Backup = T.Object(
  {
    name: T.String({ examples: ['playkeep-20261115T031500Z.ndjson.gz'] }),
    bytes: T.Integer(),
    created_at: Timestamp,
  },
  { title: 'Backup' },
)

const run = {
  status: T.Unsafe<'waiting' | 'running' | 'done' | 'failed'>({
    ...OneOf('waiting', 'running', 'done', 'failed'),
    description: '`waiting`: one of the processes of the server begins within a minute',
  }),
  started_at: Timestamp,
  ended_at: Nullable(T.String({ ...Timestamp, description: 'Null: it has not ended' })),
  bytes: T.Integer({ description: 'Written so far' }),
  file: Nullable(T.String({ description: 'Null: it has not begun' })),
  problem: Nullable(T.String({ description: 'Why it failed. Null: it did not' })),
}

const Backups = T.Object(
  {
    is_configured: T.Boolean({ description: 'Whether the setting BACKUP_DIR names a folder' }),
    folder: T.String({ description: 'BACKUP_DIR' }),
    every_hours: T.Integer({ description: 'BACKUP_EVERY_HOURS' }),
    kept: T.Integer({ description: 'BACKUP_KEEP: older ones are deleted' }),
    next_at: Nullable(T.String({ ...Timestamp, description: 'Null: none is planned' })),
    problem: Nullable(
      T.String({ description: 'Why the folder cannot be read. Null: it can, or it is new' }),
    ),
    run: Nullable(T.Object(run, { description: 'The last backup. Null: there was none yet' })),
    backups: T.Array(Backup, { description: 'The newest first' }),
  },
  { title: 'BackupList' },
)

export const showBackupsSchema = {
  operation: 'admin.backups.list',
  summary: 'The backups of the whole server, and how the last one went',
  description:
    'Those in the folder of the setting `BACKUP_DIR` on the machine that answers, automatic ones and others.',
  caller: 'staff',
  role: 'owner',
  response: { 200: Backups },
} as const

export const startBackupSchema = {
  operation: 'admin.backups.create',
  summary: 'Make a backup of the whole server now',
  description:
    'It is made in the background: `admin.backups.list` shows how far it is. One is made at a time. If it fails, it is tried again ten minutes later.',
  caller: 'staff',
  role: 'owner',
  response: { 202: Message },
  refuses: ['backup_folder_missing', 'backup_folder_unusable', 'backup_running'],
} as const

const File = T.Unsafe<unknown>({
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/gzip',
  description: 'A file, as it is described in docs/backup-format.md',
})

export const downloadBackupSchema = {
  operation: 'admin.backups.download',
  summary: 'Download a backup of the whole server',
  description: 'It has the email addresses and password hashes of all players: keep it safe.',
  caller: 'staff',
  role: 'owner',
  params: T.Object({
    name: Text(limits.backup_name_characters.value, {
      description: 'The name of the file, as it is listed',
      examples: ['playkeep-20261115T031500Z.ndjson.gz'],
    }),
  }),
  response: { 200: File },
  refuses: ['backup_not_found', 'invalid_input'],
} as const

export const exportGameSchema = {
  operation: 'admin.games.export',
  summary: 'Download a game with all its players',
  description:
    'For `playkeep import` on another server. It has the email addresses and password hashes of all players: keep it safe. It is made while it is read, one at a time.',
  caller: 'staff',
  role: 'owner',
  params: IdOf('the game'),
  response: { 200: File },
  refuses: ['game_not_found', 'game_export_running'],
} as const
