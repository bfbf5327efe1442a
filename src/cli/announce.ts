import {
  announce,
  cancelAnnouncement,
  showWaiting,
} from '../features/operations/announcements/rules.ts'
import { limits } from '../limits.ts'
import { readTime } from '../services/times.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { say } from './say.ts'
import { withContext } from './with-context.ts'

type Waiting = Awaited<ReturnType<typeof showWaiting>>['announcements'][number]

function receiverOf({ user_id, group_id }: Waiting): string {
  if (user_id !== null) return `user ${user_id}`
  return group_id === null ? 'all players' : `group ${group_id}`
}

async function listAnnouncements(game: string | undefined): Promise<void> {
  const game_id = readId('GAME_ID', game)
  await withContext(async (context) => {
    const per_page = limits.page_entries.value
    let shown = 0
    for (let page = 1; ; page++) {
      const { announcements } = await showWaiting(context, game_id, { page, per_page })
      for (const waiting of announcements)
        say`${String(waiting.id).padStart(6)}  ${waiting.at}  ${receiverOf(waiting)}: ${waiting.text}`
      shown += announcements.length
      if (announcements.length < per_page) break
    }
    if (shown === 0) say`The game has no announcements that are still to be posted.`
  })
}

async function cancel(announcement: string | undefined): Promise<void> {
  const id = readId('ANNOUNCEMENT_ID', announcement)
  await withContext(async (context) => {
    await cancelAnnouncement(context, id)
    say`Announcement ${id} has been cancelled.`
  })
}

export async function announceCommand(args: string[]): Promise<void> {
  const text_option = { type: 'string' } as const
  const { values, positionals } = readArguments(args, {
    user: text_option,
    group: text_option,
    at: text_option,
  })
  const [game, text = ''] = positionals
  if (game === 'list') return listAnnouncements(positionals[1])
  if (game === 'cancel') return cancel(positionals[1])
  const game_id = readId('GAME_ID', game)
  if (text === '' || positionals.length > 2)
    throw new UsageProblem('TEXT is missing, or not one argument: put it in quotes.')
  const max = limits.announcement_characters.value
  if (text.length > max) throw new UsageProblem(`TEXT must not have more than ${max} characters.`)
  if (values.at !== undefined) readTime('--at', values.at)
  const input = {
    text,
    ...(values.user === undefined ? {} : { user_id: readId('--user', values.user) }),
    ...(values.group === undefined ? {} : { group_id: readId('--group', values.group) }),
    ...(values.at === undefined ? {} : { at: values.at }),
  }
  await withContext(async (context) => {
    const { id, at } = await announce(context, game_id, input)
    if (id === null) say`The announcement has been posted.`
    else say`Announcement ${id} will be posted at ${at}.`
  })
}
