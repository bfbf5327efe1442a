import { Badge, Group, Text } from '@mantine/core'
import { ChatBubbleIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { ManagedChat } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { DataTable } from '../../components/data-table.tsx'
import { FilterText } from '../../components/filter-text.tsx'
import { formatNumber, Time } from '../../components/format.tsx'
import { LookFurther } from '../../components/look-further.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'

const route = getRouteApi('/staff-only/games/$gameId/chats')

/** The server names no more in the list. */
const MOST_NAMES = 5

/** Whose chat it is. */
function ChatTitle({ chat: { group, participants } }: { chat: ManagedChat }) {
  if (group) return <PlayerText>{group.name}</PlayerText>
  if (participants.length === 0) return <Text c="dimmed">Everyone has left</Text>
  return (
    <Group gap={6}>
      {participants.map(({ id, username }, place) => (
        <Text key={id} span inherit>
          <PlayerText>{username}</PlayerText>
          {place < participants.length - 1 && ','}
        </Text>
      ))}
      {participants.length === MOST_NAMES && '…'}
    </Group>
  )
}

function ChatList() {
  const { gameId } = route.useParams()
  const { player } = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor } = useList()
  const before = cursor === undefined ? undefined : Number(cursor)
  const wanted = { id: gameId, user_id: player, before }
  const query = useRead('admin.chats.list', wanted, { keepPrevious: true })
  const next = query.data?.next ?? null
  return (
    <>
      <Group mb="md">
        <FilterText
          label="Player id"
          numeric
          value={player?.toString()}
          onFilter={(value) =>
            void navigate({
              search: { player: value === undefined ? undefined : Number(value) },
            })
          }
        />
      </Group>
      <DataTable
        label="Chats"
        columns={[
          { header: 'Chat', cell: (chat) => <ChatTitle chat={chat} /> },
          {
            header: 'Kind',
            cell: ({ group }) =>
              group ? (
                <Badge variant="light" miw="max-content">
                  Group of {formatNumber(group.member_count)}
                </Badge>
              ) : (
                <Badge variant="light" color="gray" miw="max-content">
                  Players
                </Badge>
              ),
          },
          {
            header: 'Last message',
            cell: ({ last_message_at }) => <Time at={last_message_at} empty="none" />,
          },
          { header: 'Started', cell: ({ created_at }) => <Time at={created_at} /> },
        ]}
        rows={query.data?.chats}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/games/$gameId/chats/$chatId',
          params: { gameId, chatId: id },
        })}
        query={query}
        next={next}
        empty={
          next !== null ? (
            <LookFurther next={next} />
          ) : (
            <Nothing
              icon={<ChatBubbleIcon />}
              title={player === undefined ? 'No chats yet' : 'This player has no chats'}
              description="Chats between players and chats of groups appear here once somebody has written."
            />
          )
        }
      />
    </>
  )
}

export function ChatsPage() {
  const { gameId } = route.useParams()
  const can = useCan()
  return (
    <>
      <PageHeader
        title="Chats"
        description="Who writes to whom, the latest activity first. Messages are private: the audit log records who opens a chat."
      />
      {can('support', gameId) ? (
        <ChatList />
      ) : (
        <Nothing
          title="Only support staff see chats"
          description="They contain messages of players. Ask an owner of this server for the role “support”."
        />
      )}
    </>
  )
}
