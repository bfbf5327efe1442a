import { type Role, ROLES } from '../access/staff.ts'
import {
  invitationLink,
  inviteFromTerminal,
  removeMember,
  showStaff,
} from '../features/staff/staff-members/rules.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { say } from './say.ts'
import { withContext } from './with-context.ts'

function readRole(text = 'owner'): Role {
  const role = ROLES.find((name) => name === text)
  if (!role) throw new UsageProblem(`--role must be one of ${ROLES.join(', ')}.`)
  return role
}

const readGames = (text: string | undefined) =>
  text === undefined ? null : text.split(',').map((id) => readId('GAME_ID', id))

async function invite(role: Role, game_ids: number[] | null): Promise<void> {
  await withContext(async (context) => {
    const { token } = await inviteFromTerminal(context, { role, game_ids })
    say`${invitationLink(context, token)}\n\nWhoever opens this link within an hour becomes ${role}. It works once.`
  })
}

async function list(): Promise<void> {
  await withContext(async (context) => {
    const { staff } = await showStaff(context)
    for (const { id, name, email, role, game_ids, disabled_at } of staff) {
      const games = game_ids === null ? 'all games' : `games ${game_ids.join(', ')}`
      say`${String(id).padStart(6)}  ${name}  ${email}  (${role}, ${games}${disabled_at ? ', disabled' : ''})`
    }
    if (staff.length === 0) say`Nobody yet. Invite the first with: playkeep staff invite`
  })
}

export async function staffCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    role: { type: 'string' },
    games: { type: 'string' },
  })
  const [action, id] = positionals
  if (action === 'invite') return invite(readRole(values.role), readGames(values.games))
  if (action === 'list') return list()
  if (action === 'remove') {
    await withContext(async (context) => {
      await removeMember(context, readId('STAFF_ID', id))
    })
    say`Removed.`
    return
  }
  throw new UsageProblem('The first argument must be invite, list or remove.')
}
