import type { StoreItem } from '@playkeep/client'
import { game } from './client.ts'
import { make, makeButton, setText, showList, toast } from './page.ts'
import { PAPER, skinOf } from './skins.ts'
import { wear } from './stage.ts'

let worn = PAPER

export const showCredits = (credits: number) => setText('credits', credits)

/** What the boat looks like is an attribute of the player, so it is the same on every device. */
async function putOn(name: string): Promise<void> {
  await game.attributes.set({ skin: name })
  worn = name
  wear(name)
  await loadStore()
}

async function buy(item: StoreItem): Promise<void> {
  const { credits } = await game.store.buy(item)
  showCredits(credits)
  toast(`${item.name} is yours.`)
  await putOn(item.name)
}

function makeRow(item: Pick<StoreItem, 'name' | 'description'>, action: Node): HTMLElement {
  const picture = make('span', 'boat')
  const { hull, sail, glow } = skinOf(item.name)
  picture.setAttribute('style', `--hull: ${hull}; --sail: ${sail}; --glow: ${glow}`)
  const text = make('span', 'grow', make('b', '', item.name), make('small', '', item.description))
  const row = make('li', 'item', picture, text, action)
  row.dataset['item'] = item.name
  return row
}

const wearButton = (name: string) =>
  name === worn
    ? make('span', 'worn', 'On the water')
    : makeButton('Wear', 'quiet', () => putOn(name))

export async function loadStore(): Promise<void> {
  const [items, { game_user_store_items: owned }] = await Promise.all([
    game.store.items(),
    game.store.owned(),
  ])
  const isOwned = (item: StoreItem) => owned.some(({ id }) => id === item.id)
  const rows = items.map((item) =>
    makeRow(
      item,
      isOwned(item) ? wearButton(item.name) : makeButton(`★ ${item.cost}`, 'buy', () => buy(item)),
    ),
  )
  const paper = { name: PAPER, description: 'Folded by yourself. It floats.' }
  showList('items', [makeRow(paper, wearButton(PAPER)), ...rows])
}

/** At the start, and when another player signs in. */
export async function loadSkin(): Promise<void> {
  worn = PAPER
  for await (const { key, value } of game.attributes.of(game.player ?? 0))
    if (key === 'skin') worn = value
  wear(worn)
}

export function startStore(): void {
  game.events.on('credits.changed', ({ data }) => showCredits(data.user.credits))
}
