import {
  addStoreItem,
  changeStoreItem,
  listAllStoreItems,
  withdrawStoreItem,
} from '../features/economy/store/rules.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { withContext } from './with-context.ts'
import { say } from './say.ts'

function readCost(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const cost = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(cost)) return cost
  throw new UsageProblem('--cost must be a whole number, 0 or greater.')
}

type Values = Partial<Record<'name' | 'cost' | 'description' | 'category' | 'icon-url', string>>

/** Contains only the options that were given. */
function readItem({ name, cost, description, category, 'icon-url': icon_url }: Values) {
  const price = readCost(cost)
  return {
    ...(name ? { name } : {}),
    ...(price === undefined ? {} : { cost: price }),
    ...(description === undefined ? {} : { description }),
    ...(category === undefined ? {} : { category }),
    ...(icon_url === undefined ? {} : { icon_url }),
  }
}

const actions: Record<string, (id: string | undefined, values: Values) => Promise<void>> = {
  list: (id) =>
    withContext(async (context) => {
      const { store_items } = await listAllStoreItems(context, readId('GAME_ID', id))
      if (store_items.length === 0)
        say`The store is empty. Add an item with: playkeep store add GAME_ID --name TEXT --cost N`
      for (const { id: item_id, name, cost, category, withdrawn_at } of store_items) {
        const state = withdrawn_at === null ? '' : `  withdrawn ${withdrawn_at}`
        say`${String(item_id).padStart(6)}  ${String(cost).padStart(8)}  ${name}  ${category}${state}`
      }
    }),
  add: (id, values) =>
    withContext(async (context) => {
      const { name, cost, ...rest } = readItem(values)
      if (name === undefined || cost === undefined)
        throw new UsageProblem('--name and --cost are required.')
      const item = await addStoreItem(context, readId('GAME_ID', id), { name, cost, ...rest })
      say`Item ${item.id} has been added: ${item.name} for ${item.cost} credits.`
    }),
  change: (id, values) =>
    withContext(async (context) => {
      const item = await changeStoreItem(context, readId('ITEM_ID', id), readItem(values))
      say`Item ${item.id} has been changed: ${item.name} for ${item.cost} credits.`
    }),
  withdraw: (id) =>
    withContext(async (context) => {
      await withdrawStoreItem(context, readId('ITEM_ID', id))
      say`Item ${id} has been withdrawn from the store. Players who own it keep it.`
    }),
}

export async function storeCommand(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values, positionals } = readArguments(args, {
    name: text,
    cost: text,
    description: text,
    category: text,
    'icon-url': text,
  })
  const [word = '', id] = positionals
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action) throw new UsageProblem('The first argument must be list, add, change or withdraw.')
  await action(id, values)
}
