import { pipeline } from 'node:stream/promises'
import {
  erasePlayer,
  findPlayers,
  exportPersonalData,
  refuseUnknownPlayer,
} from '../features/players/personal-data/rules.ts'
import { refuseExisting, writeAtomically } from '../storage/backup/files.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { withContext } from './with-context.ts'
import { printableJson, say } from './say.ts'

async function findPlayer(name_or_email: string | undefined): Promise<void> {
  if (!name_or_email) throw new UsageProblem('The NAME_OR_EMAIL to find is missing.')
  await withContext(async (context) => {
    const players = await findPlayers(context, name_or_email)
    for (const { id, game_id, username, email } of players)
      say`${String(id).padStart(6)}  ${username}  ${email ?? 'no email'}  (game ${game_id})`
    if (players.length === 0) say`No player in any game has this username or email address.`
  })
}

async function* printableChunks(chunks: AsyncIterable<string>) {
  for await (const chunk of chunks) yield printableJson(chunk)
}

async function exportPlayer(
  user_id: number,
  path: string | undefined,
  force: boolean,
): Promise<void> {
  await withContext(async (context) => {
    if (path) refuseExisting(path, force)
    await refuseUnknownPlayer(context, user_id)
    const text = exportPersonalData(context, user_id)
    if (!path) return pipeline(text, printableChunks, process.stdout, { end: false })
    await writeAtomically(path, text)
    say`Exported all data of user ${user_id} to ${path}.`
  })
}

async function erasePlayerData(user_id: number): Promise<void> {
  await withContext(async (context) => {
    const { game_id } = await erasePlayer(context, user_id)
    say`User ${user_id} of game ${game_id} has been erased. Older backups and exports still contain their data.`
  })
}

export async function playerCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { force: { type: 'boolean' } })
  const [action, subject, path] = positionals
  if (action === 'find') return findPlayer(subject)
  if (action === 'export')
    return exportPlayer(readId('USER_ID', subject), path, values.force ?? false)
  if (action === 'erase') return erasePlayerData(readId('USER_ID', subject))
  throw new UsageProblem('The first argument must be find, export or erase.')
}
