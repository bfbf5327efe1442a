import { ConfigProblem } from '../config.ts'
import { Refusal } from '../errors.ts'
import { BackupError } from '../storage/backup/engine.ts'
import {
  DatabaseFault,
  DatabaseMissing,
  DatabaseUnavailable,
  DiskFull,
} from '../storage/database.ts'
import { GameCodeProblem } from '../game-code/problem.ts'
import { MigrationProblem } from '../storage/migrations/migrate.ts'
import { WrongFolder } from '../services/disk.ts'
import { version } from '../services/version.ts'
import { UsageProblem } from './arguments.ts'
import { DAMAGED_ADVICE, printable, printableLines, unavailableAdvice } from './say.ts'

type Run = (args: string[]) => Promise<void>

/** A connection or a thread that does not close must not keep a command that failed alive. */
const EXIT_AFTER_MS = 500

interface Command {
  /** One line for each form of the command. */
  usage: string[]
  meaning: string
  load(): Promise<Run>
}

/** Every command. Its file is loaded only when the command is called. */
const commands: Record<string, Command> = {
  serve: {
    usage: ['serve [--game FOLDER] [--watch]'],
    meaning:
      'Run the server. Its settings are environment variables: see docs/settings.md. --game loads your own code from a folder, and --watch loads it again whenever you save',
    load: async () => (await import('./serve.ts')).serve,
  },
  init: {
    usage: ['init FOLDER'],
    meaning: 'Create a folder with game code: your own rules, and a test of them',
    load: async () => (await import('./init.ts')).initCommand,
  },
  test: {
    usage: ['test FOLDER'],
    meaning: 'Run the tests of game code: the files in its folder that end with .test.ts',
    load: async () => (await import('./test.ts')).testCommand,
  },
  migrate: {
    usage: ['migrate', 'migrate --status'],
    meaning: 'Apply pending migrations to the database, or only list all migrations',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  games: {
    usage: ['games'],
    meaning: 'List the games',
    load: async () => (await import('./games.ts')).listGames,
  },
  'create-game': {
    usage: ['create-game NAME [DESCRIPTION]'],
    meaning: 'Create a game and show its id and token',
    load: async () => (await import('./games.ts')).createGameCommand,
  },
  'rotate-token': {
    usage: ['rotate-token GAME_ID'],
    meaning: 'Give a game a new token; the old one stops working',
    load: async () => (await import('./games.ts')).rotateToken,
  },
  'set-game': {
    usage: [
      'set-game GAME_ID [--name TEXT] [--description TEXT] [--enabled on|off] [--ranking-order descending|ascending] [--share-player-emails on|off] [--require-verified-email on|off] [--preset casual|competitive|server_authoritative] [--server-attribute-prefix TEXT] [--variable KEY=VALUE …]',
    ],
    meaning: 'Change the settings of a game',
    load: async () => (await import('./games.ts')).setGame,
  },
  'service-key': {
    usage: [
      'service-key list GAME_ID',
      'service-key create GAME_ID NAME [--expires TIME]',
      'service-key revoke KEY_ID',
    ],
    meaning: "Manage the service keys with which a game's own server acts for its users",
    load: async () => (await import('./service-keys.ts')).serviceKeyCommand,
  },
  staff: {
    usage: [
      'staff invite [--role viewer|support|admin|owner] [--games GAME_ID,…]',
      'staff list',
      'staff remove STAFF_ID',
    ],
    meaning: 'Manage who may sign in to the dashboard',
    load: async () => (await import('./staff.ts')).staffCommand,
  },
  webhook: {
    usage: [
      'webhook list GAME_ID',
      'webhook create GAME_ID URL [--types TYPE,…]',
      'webhook change WEBHOOK_ID [--url URL] [--types TYPE,…]',
      'webhook pause|resume|delete|test|rotate-secret WEBHOOK_ID',
      'webhook deliveries WEBHOOK_ID [--status pending|delivered|undelivered]',
      'webhook redeliver DELIVERY_ID',
      'webhook redeliver-since WEBHOOK_ID TIME',
    ],
    meaning: 'Manage the webhooks: URLs to which the server sends the events of a game',
    load: async () => (await import('./webhooks.ts')).webhookCommand,
  },
  'seed-demo': {
    usage: ['seed-demo [--name TEXT]', 'seed-demo --game GAME_ID'],
    meaning:
      'Create a game with a month of invented data, or fill one that has no players yet, to see what the dashboard shows',
    load: async () => (await import('./seed-demo.ts')).seedDemo,
  },
  store: {
    usage: [
      'store list GAME_ID',
      'store add GAME_ID --name TEXT --cost N [--description TEXT] [--category TEXT] [--icon-url URL]',
      'store change ITEM_ID [--name TEXT] [--cost N] [--description TEXT] [--category TEXT] [--icon-url URL]',
      'store withdraw ITEM_ID',
    ],
    meaning: "Manage the items of a game's store",
    load: async () => (await import('./store.ts')).storeCommand,
  },
  announce: {
    usage: [
      'announce GAME_ID TEXT [--user USER_ID | --group GROUP_ID] [--at TIME]',
      'announce list GAME_ID',
      'announce cancel ANNOUNCEMENT_ID',
    ],
    meaning:
      'Send an announcement to all players of a game, to a player or to a group; list or cancel those that are still to be posted',
    load: async () => (await import('./announce.ts')).announceCommand,
  },
  ratings: {
    usage: ['ratings recount --game GAME_ID [--game-type NAME] [--apply]'],
    meaning:
      'Calculate the rated rounds of a game again, in their order, and show which ratings differ; --apply corrects them. Rounds that were not rated when they finished stay unrated',
    load: async () => (await import('./ratings.ts')).ratingsCommand,
  },
  verify: {
    usage: ['verify'],
    meaning: "Check that every user's credits equal the sum of their entries in the credit ledger",
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  backup: {
    usage: ['backup FILE [--force]'],
    meaning:
      'Save the whole database to a file, even while the server is running. A name that ends with .gz compresses it; - is standard output, compressed',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    usage: ['restore FILE'],
    meaning: 'Restore a backup into an empty database, SQLite or PostgreSQL',
    load: async () => (await import('./backup.ts')).restoreCommand,
  },
  export: {
    usage: ['export GAME_ID FILE [--force]'],
    meaning:
      'Save one game to a file (format: docs/backup-format.md). A name that ends with .gz compresses it; - is standard output, compressed',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  import: {
    usage: ['import FILE'],
    meaning: 'Import an exported game with all its ids, none of which may be in use',
    load: async () => (await import('./export.ts')).importCommand,
  },
  player: {
    usage: [
      'player find NAME_OR_EMAIL',
      'player export USER_ID [FILE] [--force]',
      'player erase USER_ID',
    ],
    meaning: 'Find a player, export all data about them, or erase it permanently',
    load: async () => (await import('./player.ts')).playerCommand,
  },
  doctor: {
    usage: ['doctor'],
    meaning:
      'Check settings, backups, database, webhooks, disk space, files and clock, and suggest what to fix',
    load: async () => (await import('./doctor.ts')).doctor,
  },
}

const FORCE_NOTE = '--force overwrites a file that already exists.'
const HELP_NOTE = 'playkeep COMMAND --help shows the help of one command.'

/** Every form on its own line, the later ones indented by as much as `prefix` takes. */
const usageLines = ({ usage }: Command, prefix: string) =>
  `${prefix}playkeep ${usage.join(`\n${' '.repeat(prefix.length)}playkeep `)}\n`

function help(): string {
  const entries = Object.values(commands).map(
    (command) => `${usageLines(command, '  ')}      ${command.meaning}\n`,
  )
  return `Playkeep ${version}, a self-hosted game backend\n\n${entries.join('')}\n${FORCE_NOTE}\n${HELP_NOTE}\n`
}

function commandHelp(command: Command): string {
  const has_force = command.usage.some((form) => form.includes('--force'))
  const note = has_force ? `${FORCE_NOTE}\n` : ''
  return `${usageLines(command, 'Usage: ')}\n${command.meaning}.\n${note}`
}

function explain(error: unknown, command: Command): string {
  if (error instanceof UsageProblem) {
    return `${printable(error.message)}\n\n${usageLines(command, 'Usage: ').trimEnd()}`
  }
  if (error instanceof ConfigProblem)
    return `Some settings are not valid:\n${error.message}\ndocs/settings.md describes all settings.`
  if (error instanceof DiskFull) return `${error.message}\nThe disk is full: free up space.`
  if (error instanceof DatabaseFault) return `${error.message}\n${DAMAGED_ADVICE}`
  if (error instanceof DatabaseUnavailable)
    return `${error.message}\n${unavailableAdvice(error.message)}`
  if (
    error instanceof Refusal ||
    error instanceof BackupError ||
    error instanceof DatabaseMissing ||
    error instanceof GameCodeProblem ||
    error instanceof MigrationProblem ||
    error instanceof WrongFolder
  ) {
    return printable(error.message)
  }
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE')
      return `Another program is already listening on this port: ${error.message}\nSet PORT to a free one.`
    if (error.code === 'EADDRNOTAVAIL')
      return `This machine does not have that address: ${error.message}\nSet HOST to one that it has, or to 0.0.0.0 for all.`
    if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
      return `This name has no address: ${error.message}\nCheck HOST, and other settings that name a host.`
    if (error.code === 'EACCES' && error.message.startsWith('listen'))
      return `This user may not listen on this port: ${error.message}\nSet PORT to 1024 or higher.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** `playkeep games | head -1`: whoever reads the output wants no more of it. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

export async function runCommand([name = 'help', ...args]: string[]): Promise<void> {
  process.stdout.on('error', endQuietly)
  if (['help', '--help', '-h'].includes(name)) return void process.stdout.write(help())
  if (['version', '--version', '-v'].includes(name))
    return void process.stdout.write(`${version}\n`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    process.stderr.write(`Unknown command "${printable(name)}".\n\n${help()}`)
    process.exitCode = 2
    return
  }
  if (args.includes('--help') || args.includes('-h')) {
    return void process.stdout.write(commandHelp(command))
  }
  try {
    const takes_arguments = command.usage.some((form) => form !== name)
    if (!takes_arguments && args.length > 0) {
      throw new UsageProblem(
        `${name} takes no arguments. Settings are environment variables: see docs/settings.md.`,
      )
    }
    const run = await command.load()
    await run(args)
  } catch (error) {
    process.stderr.write(`${printableLines(explain(error, command))}\n`)
    process.exitCode = error instanceof UsageProblem ? 2 : 1
    setTimeout(() => process.exit(), EXIT_AFTER_MS).unref()
  }
}
