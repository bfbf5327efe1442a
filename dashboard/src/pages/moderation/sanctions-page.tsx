import { Button, Group, Select, Switch, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { labelOf } from './labels.ts'
import { ModerationHeader } from './moderation-header.tsx'
import { endOf, KindBadge } from './sanction-line.tsx'

const route = getRouteApi('/staff-only/games/$gameId/moderation/sanctions')

type Sanction = Answer<'admin.sanctions.list'>['sanctions'][number]

/** Ends a mute or a ban that is in force. */
function EndButton({ sanction, gameId }: { sanction: Sanction; gameId: number }) {
  const unban = useChange('admin.players.unban', {
    done: 'The ban has ended.',
    notifyFailure: false,
  })
  const unmute = useChange('admin.players.unmute', {
    done: 'The mute has ended.',
    notifyFailure: false,
  })
  const { kind, user_id, is_in_force } = sanction
  if (!is_in_force) return null
  const change = kind === 'ban' ? unban : unmute
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() =>
        confirm({
          title: kind === 'ban' ? 'End the ban?' : 'End the mute?',
          text:
            kind === 'ban'
              ? 'The player can play again at once.'
              : 'The player can write messages again at once.',
          action: kind === 'ban' ? 'End ban' : 'End mute',
          destructive: false,
          onConfirm: () => change.mutateAsync({ id: gameId, user_id }),
        })
      }
    >
      End
    </Button>
  )
}

export function SanctionsPage() {
  const { gameId } = route.useParams()
  const { kind, over } = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor } = useList()
  const can = useCan()
  const input = {
    id: gameId,
    ...(kind ? { kind } : {}),
    ...(over ? {} : { in_force: true }),
    ...(cursor === undefined ? {} : { before: Number(cursor) }),
  }
  const query = useRead('admin.sanctions.list', input, { keepPrevious: true })
  const columns = [
    {
      header: 'Player',
      cell: ({ username, user_id }: Sanction) => (
        <TextLink
          to="/games/$gameId/players/$playerId"
          params={{ gameId, playerId: user_id }}
          fw={500}
          fz="sm"
        >
          <PlayerName maw="14rem">{username}</PlayerName>
        </TextLink>
      ),
    },
    { header: 'What', cell: (sanction: Sanction) => <KindBadge {...sanction} /> },
    {
      header: 'Reason',
      cell: ({ reason }: Sanction) => (
        <Text size="sm" lineClamp={2} maw="24rem" style={{ overflowWrap: 'anywhere' }}>
          <PlayerText>{reason}</PlayerText>
        </Text>
      ),
    },
    { header: 'How long', cell: (sanction: Sanction) => <Text size="sm">{endOf(sanction)}</Text> },
    {
      header: 'By',
      cell: ({ created_by }: Sanction) => <PlayerName maw="10rem">{created_by}</PlayerName>,
    },
    { header: 'When', cell: ({ created_at }: Sanction) => <Time at={created_at} /> },
    ...(can('support', gameId)
      ? [
          {
            header: '',
            cell: (sanction: Sanction) => <EndButton sanction={sanction} gameId={gameId} />,
            align: 'right' as const,
          },
        ]
      : []),
  ]
  return (
    <>
      <ModerationHeader
        title="Warnings, mutes and bans"
        description="What staff have decided about players. “Over” means that a mute or ban has ended by itself."
      />
      <Group mb="md" gap="md">
        <Select
          aria-label="Kind"
          placeholder="All kinds"
          clearable
          value={kind ?? null}
          data={(['warn', 'mute', 'ban'] as const).map((value) => ({
            value,
            label: labelOf(value),
          }))}
          onChange={(value) =>
            void navigate({
              search: (old) => ({
                ...old,
                kind: value ?? undefined,
                // Warnings have no end, so none would be in force.
                over: value === 'warn' ? 'yes' : old.over,
                cursor: undefined,
              }),
            })
          }
        />
        <Switch
          label="Include warnings and what is over"
          checked={over === 'yes'}
          onChange={(event) => {
            const is_on = event.currentTarget.checked
            void navigate({
              search: (old) => ({ ...old, over: is_on ? 'yes' : undefined, cursor: undefined }),
            })
          }}
        />
      </Group>
      <DataTable
        label="Warnings, mutes and bans"
        columns={columns}
        rows={query.data?.sanctions}
        rowKey={({ id }) => id}
        query={query}
        next={query.data?.next ?? null}
        empty={
          <Nothing
            title={over ? 'Nothing yet' : 'Nobody is muted or banned'}
            description="Warn, mute or ban a player on their page, or when you decide about a report."
          />
        }
      />
    </>
  )
}
