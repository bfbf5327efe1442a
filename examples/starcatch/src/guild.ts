import type { GroupOrSummary, GroupSummary } from '@playkeep/client'
import { loadChat, startChat } from './chat.ts'
import { game } from './client.ts'
import {
  attempt,
  byId,
  make,
  makeButton,
  onClick,
  onSubmit,
  setText,
  showList,
  toast,
} from './page.ts'

/** Here, a player is in one guild: the first of their groups. */
let guild: GroupOrSummary | undefined

async function findGuild(): Promise<GroupOrSummary | undefined> {
  for await (const { id } of game.groups.mine()) return game.groups.get(id)
  return undefined
}

async function showInvites(): Promise<void> {
  const rows = []
  for await (const { id, group, inviter } of game.groups.myInvites()) {
    const text = make(
      'span',
      'grow',
      make('b', '', group.name),
      make('small', '', `from ${inviter.username}`),
    )
    const accept = makeButton('Join', 'buy', async () => {
      await game.groups.accept(id)
      await loadGuild()
    })
    rows.push(make('li', '', text, accept))
  }
  showList('invites', rows)
}

function makeFound({ id, name, member_count, max_group_size }: GroupSummary): HTMLElement {
  const size = make('small', '', `${member_count} of ${max_group_size}`)
  const join = makeButton('Join', 'buy', async () => {
    await game.groups.join(id)
    await loadGuild()
  })
  const row = make('li', '', make('b', 'grow', name), size, join)
  row.dataset['guild'] = name
  return row
}

async function search(text: string): Promise<void> {
  const rows = []
  for await (const found of game.groups.search(text)) {
    rows.push(makeFound(found))
    if (rows.length === 10) break
  }
  showList('found', rows, 'No guild has this name.')
}

export async function loadGuild(): Promise<void> {
  guild = await findGuild()
  byId('no-guild', HTMLElement).hidden = guild !== undefined
  byId('in-guild', HTMLElement).hidden = guild === undefined
  byId('tell-guild', HTMLElement).hidden = guild === undefined
  await loadChat(guild?.id)
  if (!guild) return showInvites()
  setText('guild-name', guild.name)
  setText('members', (guild.members ?? []).map(({ username }) => username).join(', '))
}

export function startGuild(): void {
  startChat()
  onSubmit('create-guild', async (fields) => {
    const name = fields['name'] ?? ''
    await game.groups.create({ name, max_group_size: 20, can_auto_join: true, searchable: true })
    await loadGuild()
  })
  onSubmit('search-guild', (fields) => search(fields['text'] ?? ''))
  onSubmit('invite', async (fields) => {
    if (!guild) return
    const { user } = await game.groups.invite(guild.id, fields['username'] ?? '')
    toast(`${user.username} is invited.`)
  })
  onClick(byId('leave-guild', HTMLElement), async () => {
    if (guild) await game.groups.leave(guild.id)
    await loadGuild()
  })
  const reload = () => void attempt(loadGuild)
  game.events.on('group_member.joined', reload)
  game.events.on('group_member.left', reload)
  game.events.on('group_member.removed', reload)
  game.events.on('group.deleted', reload)
  game.events.on('group_invitation.withdrawn', reload)
  game.events.on('group_invitation.received', ({ data }) => {
    toast(`${data.inviter.username} invites you to ${data.group_name}.`)
    reload()
  })
}
