import { ConfigProblem } from '../config.ts'
import { Refusal } from '../errors.ts'
import { CopyProblem } from '../storage/backup/copier.ts'
import { DatabaseUnavailable } from '../storage/database.ts'
import { version } from '../services/version.ts'
import { UsageProblem } from './arguments.ts'

type Run = (args: string[]) => Promise<void>

interface Command {
  usage: string
  meaning: string
  load(): Promise<Run>
}

/** Every command; its file is loaded when it is called. */
const commands: Record<string, Command> = {
  serve: {
    usage: 'serve',
    meaning: 'Run the server (settings: docs/settings.md)',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    usage: 'migrate [--status]',
    meaning: 'Bring the database up to date, or show what is applied',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  games: {
    usage: 'games',
    meaning: 'List the games',
    load: async () => (await import('./games.ts')).listGames,
  },
  'create-game': {
    usage: 'create-game NAME [DESCRIPTION]',
    meaning: 'Make a game and show its id and token',
    load: async () => (await import('./games.ts')).createGameCommand,
  },
  'rotate-token': {
    usage: 'rotate-token GAME_ID',
    meaning: 'Give a game a new token; the old one stops working',
    load: async () => (await import('./games.ts')).rotateToken,
  },
  'set-game': {
    usage:
      'set-game GAME_ID [--name TEXT] [--description TEXT] [--enabled on|off] [--ranking-order descending|ascending] [--share-player-emails on|off] [--preset casual|competitive|server_authoritative] [--variable KEY=VALUE …]',
    meaning: 'Change a game',
    load: async () => (await import('./games.ts')).setGame,
  },
  'service-key': {
    usage: 'service-key list GAME_ID | create GAME_ID NAME [--expires TIME] | revoke KEY_ID',
    meaning: "Look after the keys with which a game's own server acts for its users",
    load: async () => (await import('./service-keys.ts')).serviceKeyCommand,
  },
  store: {
    usage:
      'store list GAME_ID | add GAME_ID --name TEXT --cost N [--description TEXT] [--category TEXT] [--icon-url URL] | change ITEM_ID [--name …] | withdraw ITEM_ID',
    meaning: 'Look after the items of a store',
    load: async () => (await import('./store.ts')).storeCommand,
  },
  verify: {
    usage: 'verify',
    meaning: "Check that every user's credits are the sum of the ledger",
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  backup: {
    usage: 'backup FILE [--force]',
    meaning: 'Copy the whole database into a file, while the server runs; best a .ndjson.gz',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    usage: 'restore FILE',
    meaning: 'Fill an empty database, of either kind, from a backup',
    load: async () => (await import('./backup.ts')).restoreCommand,
  },
  export: {
    usage: 'export GAME_ID FILE [--force]',
    meaning: 'Copy one game into a file (docs/backup-format.md), compressed if it ends with .gz',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  import: {
    usage: 'import FILE',
    meaning: 'Bring a game from an export, with its ids, where they are free',
    load: async () => (await import('./export.ts')).importCommand,
  },
  player: {
    usage: 'player find NAME_OR_EMAIL | export USER_ID [FILE] [--force] | erase USER_ID',
    meaning: 'Find a player; give out all that is kept of one, or erase it for good',
    load: async () => (await import('./player.ts')).playerCommand,
  },
  doctor: {
    usage: 'doctor',
    meaning: 'Check settings, database, disk and clock, and say what to do',
    load: async () => (await import('./doctor.ts')).doctor,
  },
}

function help(): string {
  const lines = Object.values(commands).map(
    ({ usage, meaning }) => `  playkeep ${usage}\n      ${meaning}`,
  )
  return `Playkeep ${version}, a self-hosted game backend\n\n${lines.join('\n')}\n`
}

function explain(error: unknown, command: Command): string {
  if (error instanceof UsageProblem) return `${error.message}\nUsage: playkeep ${command.usage}`
  if (error instanceof ConfigProblem)
    return `A setting is wrong:\n${error.message}\nAll settings are in docs/settings.md.`
  if (error instanceof DatabaseUnavailable) {
    return `${error.message}\nCheck DATABASE_URL, that the database runs, and that this user may write there.`
  }
  if (error instanceof Refusal || error instanceof CopyProblem) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Another program already listens there: ${error.message}\nSet PORT to a free one.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export async function runCommand([name = 'help', ...args]: string[]): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return void process.stdout.write(help())
  if (['version', '--version', '-v'].includes(name))
    return void process.stdout.write(`${version}\n`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${help()}`)
    process.exitCode = 2
    return
  }
  if (args.includes('--help') || args.includes('-h')) {
    return void process.stdout.write(`Usage: playkeep ${command.usage}\n${command.meaning}\n`)
  }
  try {
    if (command.usage === name && args.length > 0) {
      throw new UsageProblem(`${name} takes no arguments; its settings are environment variables.`)
    }
    const run = await command.load()
    await run(args)
  } catch (error) {
    process.stderr.write(`${explain(error, command)}\n`)
    process.exitCode = error instanceof UsageProblem ? 2 : 1
  }
}
