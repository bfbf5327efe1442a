import { createKey, revokeKey, showKeys } from '../features/operations/service-keys/rules.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { withContext } from './with-context.ts'
import { say } from './say.ts'

async function listServiceKeys(game_id: number): Promise<void> {
  await withContext(async (context) => {
    const { service_keys } = await showKeys(context, game_id)
    for (const { id, name, expires_at, last_used_at } of service_keys) {
      say`${String(id).padStart(6)}  ${name}  (${last_used_at ? `last used ${last_used_at}` : 'never used'}, ${expires_at ? `expires ${expires_at}` : 'does not expire'})`
    }
    if (service_keys.length === 0) say`The game has no service keys.`
  })
}

async function createServiceKey(
  game_id: number,
  name: string | undefined,
  expires_at: string | undefined,
): Promise<void> {
  if (!name) throw new UsageProblem('The NAME of the service key is missing.')
  await withContext(async (context) => {
    const { id, token } = await createKey(context, game_id, { name, expires_at })
    say`Service key ${id}\nservice-key-name   ${name}\nservice-key-token  ${token}\n\nStore the token now: it is not shown again.`
  })
}

async function revokeServiceKey(id: number): Promise<void> {
  await withContext(async (context) => {
    await revokeKey(context, id)
  })
  say`Service key ${id} has been revoked and no longer works.`
}

export async function serviceKeyCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { expires: { type: 'string' } })
  const [action, id, name] = positionals
  if (action === 'list') return listServiceKeys(readId('GAME_ID', id))
  if (action === 'create') {
    return createServiceKey(readId('GAME_ID', id), name, values.expires)
  }
  if (action === 'revoke') return revokeServiceKey(readId('KEY_ID', id))
  throw new UsageProblem('The first argument must be list, create or revoke.')
}
