import { useRead } from '../../api/queries.ts'
import { TextLink } from '../../components/links.tsx'
import { PlayerText } from '../../components/player-text.tsx'

/** The name of an item of the store, which leads to its page. Null: none. */
export function ItemLink({ gameId, id }: { gameId: number; id: number | null }) {
  const items = useRead('admin.store.list', { id: gameId }, { enabled: id !== null })
  if (id === null) return '—'
  const item = items.data?.store_items.find((one) => one.id === id)
  return (
    <TextLink to="/games/$gameId/store/$itemId" params={{ gameId, itemId: id }} inherit>
      <PlayerText>{item?.name ?? `#${id}`}</PlayerText>
    </TextLink>
  )
}
