import {
  erasePlayer,
  findPlayers,
  showPersonalData,
} from '../features/players/personal-data/rules.ts'
import { refuseExisting, writeWhole } from '../storage/backup/whole-file.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { withContext } from './with-context.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function find(named: string | undefined): Promise<void> {
  if (!named) throw new UsageProblem('Say the NAME or EMAIL.')
  await withContext(async (context) => {
    const players = await findPlayers(context, named)
    for (const { id, game_id, username, email } of players)
      say(`${String(id).padStart(6)}  ${username}  ${email ?? 'no email'}  (game ${game_id})`)
    if (players.length === 0) say('No player of any game has this name or email.')
  })
}

async function give(user_id: number, path: string | undefined, force: boolean): Promise<void> {
  await withContext(async (context) => {
    if (path) refuseExisting(path, force)
    const text = `${JSON.stringify(await showPersonalData(context, user_id), null, 2)}\n`
    if (path) await writeWhole(path, [text])
    say(path ? `${path}: everything about user ${user_id}` : text)
  })
}

async function erase(user_id: number): Promise<void> {
  await withContext(async (context) => {
    const { game_id } = await erasePlayer(context, user_id)
    say(`User ${user_id} of game ${game_id} is erased. Older backups and exports still have it.`)
  })
}

export async function playerCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { force: { type: 'boolean' } })
  const [action, subject, path] = positionals
  if (action === 'find') return find(subject)
  if (action === 'export') return give(readId('USER_ID', subject), path, values.force ?? false)
  if (action === 'erase') return erase(readId('USER_ID', subject))
  throw new UsageProblem('Say find, export or erase.')
}
