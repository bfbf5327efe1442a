import type { Input } from '../../api/client.ts'
import type { LeaderboardSettings } from '../../api/contract.ts'
import { type ORDERS, type PeriodKind, periodKindOf } from './board-labels.ts'

/** An empty input is an empty text. */
type Entered = number | ''

interface PrizeFields {
  from_rank: Entered
  to_rank: Entered
  credits: Entered
  /** The id of the item. Null: none. */
  item: string | null
}

export interface BoardFields {
  order: keyof typeof ORDERS
  counts: LeaderboardSettings['counts']
  one_for: LeaderboardSettings['one_for']
  period: PeriodKind
  cron: string
  time_zone: string
  prizes: PrizeFields[]
}

export function toFields(settings: LeaderboardSettings): BoardFields {
  const { order, counts, one_for, period, time_zone, prizes } = settings
  const kind = periodKindOf(period)
  return {
    order: order ?? 'game',
    counts,
    one_for,
    period: kind,
    cron: kind === 'cron' ? period : '',
    time_zone,
    prizes: prizes.map(({ from_rank, to_rank, credits, store_item_id }) => ({
      from_rank,
      to_rank,
      credits: credits === 0 ? '' : credits,
      item: store_item_id === null ? null : String(store_item_id),
    })),
  }
}

/** A plain leaderboard has no settings that could be removed. */
export const isPlain = ({ order, counts, one_for, period, time_zone }: LeaderboardSettings) =>
  order === null &&
  counts === 'best' &&
  one_for === 'game' &&
  period === 'none' &&
  time_zone === 'UTC'

/** Why there can be no prizes. Undefined: there can. */
export function whyNoPrizes({ period, one_for }: BoardFields): string | undefined {
  if (period === 'none') return 'Prizes are paid when a season ends: choose when one does first.'
  if (one_for === 'each_group')
    return 'Leaderboards of groups have no prizes: a player could win in a group of their own.'
  return undefined
}

function prizeProblems(prize: PrizeFields, earlier: PrizeFields[]): Record<string, string> {
  const { from_rank, to_rank, credits, item } = prize
  if (from_rank === '') return { from_rank: 'Write a rank.' }
  if (to_rank === '') return { to_rank: 'Write a rank.' }
  if (from_rank > to_rank) return { to_rank: 'Not before the first rank.' }
  if (earlier.some((one) => Number(one.from_rank) <= to_rank && Number(one.to_rank) >= from_rank))
    return { from_rank: 'Another prize has this rank.' }
  if (!credits && item === null) return { credits: 'Credits, an item, or both.' }
  return {}
}

/** What the server would refuse, beside the field that it is about. */
export function findProblems(fields: BoardFields): Record<string, string> {
  const problems: Record<string, string> = {}
  if (fields.period === 'cron' && fields.cron.trim() === '') problems['cron'] = 'Write when.'
  if (whyNoPrizes(fields) !== undefined) return problems
  for (const [place, prize] of fields.prizes.entries()) {
    const found = prizeProblems(prize, fields.prizes.slice(0, place))
    for (const [name, problem] of Object.entries(found))
      problems[`prizes.${place}.${name}`] = problem
  }
  return problems
}

type Sent = Omit<Input<'admin.leaderboards.changeSettings'>, 'id' | 'name'>

/** What is not chosen is left out. */
export function toSettings(fields: BoardFields): Sent {
  const { order, counts, one_for, period, cron, time_zone } = fields
  const prizes = whyNoPrizes(fields) === undefined ? fields.prizes : []
  return {
    ...(order === 'game' ? {} : { order }),
    counts,
    one_for,
    period: period === 'cron' ? cron.trim() : period,
    time_zone,
    prizes: prizes.map(({ from_rank, to_rank, credits, item }) => ({
      from_rank: Number(from_rank),
      to_rank: Number(to_rank),
      ...(credits ? { credits } : {}),
      ...(item === null ? {} : { store_item_id: Number(item) }),
    })),
  }
}
