import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/queries.ts'
import { confirm } from '../../components/confirm.tsx'
import type { Column } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { openForm } from '../players/form-frame.tsx'
import { EntryData } from './entry-data.tsx'
import { RejectPlayerForm } from './reject-player-form.tsx'
import { brokenLabel, formatScore, KINDS } from './score-labels.ts'

export type HeldScore = Answer<'admin.heldScores.list'>['held_scores'][number]

/** Of multiplayer rounds: their master can send the scores of the others. */
function Sender({ held, gameId }: { held: HeldScore; gameId: number }) {
  const { sender_id } = held
  if (sender_id === null || sender_id === held.user.id) return null
  return (
    <Text size="xs" c="dimmed">
      Sent by{' '}
      <TextLink
        to="/games/$gameId/players/$playerId"
        params={{ gameId, playerId: sender_id }}
        inherit
      >
        player #{sender_id}
      </TextLink>
    </Text>
  )
}

/** Where the score would be: the leaderboard, or the round. And what the game has sent with it. */
function Place({ held, gameId }: { held: HeldScore; gameId: number }) {
  const name = <PlayerName maw="14rem">{held.name}</PlayerName>
  return (
    <Stack gap={2} align="flex-start">
      {held.game_round_id === null ? (
        <TextLink
          to="/games/$gameId/leaderboards/board"
          params={{ gameId }}
          search={{ name: held.name, group: held.group_id ?? undefined }}
          fz="sm"
        >
          {name}
        </TextLink>
      ) : (
        <TextLink
          to="/games/$gameId/rounds/$roundId"
          params={{ gameId, roundId: held.game_round_id }}
          fz="sm"
        >
          {name}
        </TextLink>
      )}
      <Badge variant="light" color="gray" size="sm">
        {KINDS[held.kind]}
      </Badge>
      <Sender held={held} gameId={gameId} />
      <EntryData text={held.extra_attributes} />
    </Stack>
  )
}

function Decision({ held, gameId }: { held: HeldScore; gameId: number }) {
  const ids = { id: gameId, held_score_id: held.id }
  const approve = useChange('admin.heldScores.approve', { done: 'The score counts now.' })
  const reject = useChange('admin.heldScores.reject', {
    done: 'The score was rejected.',
    notifyFailure: false,
  })
  const name = <PlayerText fw={600}>{held.user.username}</PlayerText>
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="light"
        loading={approve.isPending}
        onClick={() => approve.mutate(ids)}
      >
        Approve
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          confirm({
            title: 'Reject this score?',
            text: (
              <>
                The score {formatScore(held.score)} of {name} is deleted, and the player is told so.
                This cannot be undone.
              </>
            ),
            action: 'Reject score',
            onConfirm: () => reject.mutateAsync(ids),
          })
        }
      >
        Reject
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        onClick={() =>
          openForm('Reject all scores of this player', (close) => (
            <RejectPlayerForm gameId={gameId} user={held.user} close={close} />
          ))
        }
      >
        Reject all…
      </Button>
    </Group>
  )
}

/** Of the scores of one player. */
export const heldScoreColumns = (gameId: number): Column<HeldScore>[] => [
  {
    header: 'Score',
    align: 'right',
    cell: ({ score }) => (
      <Text span inherit fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatScore(score)}
      </Text>
    ),
  },
  {
    header: 'Why it waits',
    cell: ({ broken, allowed, created_at }) => (
      <Stack gap={0} miw="11rem">
        <Text size="sm">{brokenLabel(broken, allowed)}</Text>
        <Text size="xs" c="dimmed">
          <Time at={created_at} />
        </Text>
      </Stack>
    ),
  },
  { header: 'Where', cell: (held) => <Place held={held} gameId={gameId} /> },
  { header: '', align: 'right', cell: (held) => <Decision held={held} gameId={gameId} /> },
]
