import { statement } from '../../storage/statement.ts'

export const insertItem = statement<
  {
    game_id: number
    name: string
    cost: number
    description: string
    category: string
    icon_url: string | null
    now: number
  },
  { id: number }
>(`
  insert into store_items (game_id, name, cost, description, category, icon_url, created_at)
  values (:game_id, :name, :cost, :description, :category, :icon_url, :now) returning id`)
