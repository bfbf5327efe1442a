import { Button, Card, Title } from '@mantine/core'
import { TrashIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { Facts } from '../../components/facts.tsx'
import { Num, Time } from '../../components/format.tsx'
import { JsonValue } from '../../components/json-value.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PlayerLink } from '../../components/player-link.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Loaded } from '../../components/states.tsx'

const route = getRouteApi('/staff-only/games/$gameId/rounds/$roundId')

export function RoundPage() {
  const { gameId, roundId } = route.useParams()
  const navigate = route.useNavigate()
  const can = useCan()
  const wanted = { id: gameId, round_id: roundId }
  const query = useRead('admin.rounds.get', wanted)
  const remove = useChange('admin.rounds.delete', {
    done: 'The round was deleted.',
    notifyFailure: false,
    onDone: () => navigate({ to: '/games/$gameId/rounds', params: { gameId } }),
  })
  return (
    <Loaded query={query}>
      {(round) => (
        <>
          <PageHeader
            title={`Round ${round.id}`}
            actions={
              can('admin', gameId) && (
                <Button
                  color="red"
                  variant="light"
                  leftSection={<TrashIcon />}
                  onClick={() =>
                    confirm({
                      title: 'Delete this round?',
                      text: 'This cannot be undone. What the player has won in it, such as score or credits, stays.',
                      action: 'Delete round',
                      onConfirm: () => remove.mutateAsync(wanted),
                    })
                  }
                >
                  Delete
                </Button>
              )
            }
          />
          <Facts
            facts={[
              { label: 'Player', value: <PlayerLink gameId={gameId} user={round.user} /> },
              { label: 'Type', value: <PlayerText>{round.game_type}</PlayerText> },
              { label: 'Score', value: <Num value={round.score} /> },
              { label: 'Rank', value: round.place ?? '—' },
              { label: 'Started', value: <Time at={round.start_time} /> },
              { label: 'Ended', value: <Time at={round.end_time} empty="not yet" /> },
              { label: 'Last change', value: <Time at={round.updated_at} /> },
              {
                label: 'Multiplayer round',
                value:
                  round.multiplayer_game_round_id === null ? (
                    'None'
                  ) : (
                    <TextLink
                      to="/games/$gameId/multiplayer-rounds/$roundId"
                      params={{ gameId, roundId: round.multiplayer_game_round_id }}
                    >
                      #{round.multiplayer_game_round_id}
                    </TextLink>
                  ),
              },
            ]}
          />
          <Card>
            <Title order={2} fz="md" mb="sm">
              Metadata
            </Title>
            <JsonValue value={round.metadata} label="Metadata of the round" />
          </Card>
        </>
      )}
    </Loaded>
  )
}
