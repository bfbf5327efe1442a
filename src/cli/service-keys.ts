import { createKey, revokeKey, showKeys } from '../features/operations/service-keys/rules.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { withContext } from './with-context.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function list(game_id: number): Promise<void> {
  await withContext(async (context) => {
    const { service_keys } = await showKeys(context, game_id)
    for (const { id, name, expires_at, last_used_at } of service_keys) {
      say(
        `${String(id).padStart(6)}  ${name}  last used ${last_used_at ?? 'never'}, valid ${expires_at ? `until ${expires_at}` : 'for ever'}`,
      )
    }
    if (service_keys.length === 0) say('The game has no service key.')
  })
}

async function create(
  game_id: number,
  name: string | undefined,
  expires_at: string | undefined,
): Promise<void> {
  if (!name) throw new UsageProblem('A service key needs a NAME.')
  await withContext(async (context) => {
    const { id, token } = await createKey(context, game_id, { name, expires_at })
    say(
      `Service key ${id}\nservice-key-name   ${name}\nservice-key-token  ${token}\n\nThe token is shown only now: keep it.`,
    )
  })
}

async function revoke(id: number): Promise<void> {
  await withContext(async (context) => {
    await revokeKey(context, id)
  })
  say(`Service key ${id} no longer works.`)
}

export async function serviceKeyCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { expires: { type: 'string' } })
  const [action, id, name] = positionals
  if (action === 'list') return list(readId('GAME_ID', id))
  if (action === 'create') return create(readId('GAME_ID', id), name, values.expires)
  if (action === 'revoke') return revoke(readId('KEY_ID', id))
  throw new UsageProblem('Say list, create or revoke.')
}
