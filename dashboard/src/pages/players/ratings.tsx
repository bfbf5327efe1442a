import { Group, Text } from '@mantine/core'
import { StarIcon } from '@radix-ui/react-icons'
import type { PlayerProfile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Change, Num, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { useList } from '../../components/paging.ts'
import { PlayerName, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { idsOf } from './form-frame.tsx'

function AllRatings({ player }: { player: PlayerProfile }) {
  const query = useRead('admin.players.ratings', idsOf(player))
  return (
    <DataTable
      label="Ratings"
      columns={[
        { header: 'Game type', cell: ({ game_type }) => <PlayerName>{game_type}</PlayerName> },
        { header: 'Rating', align: 'right', cell: ({ rating }) => <Num value={rating} /> },
        { header: 'Rounds', align: 'right', cell: ({ rounds }) => <Num value={rounds} /> },
        { header: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
      ]}
      rows={query.data?.ratings}
      rowKey={({ game_type }) => game_type}
      rowLink={({ game_type }) => ({
        to: '/games/$gameId/players/$playerId',
        params: { gameId: player.game_id, playerId: player.id },
        search: { tab: 'rounds', part: 'ratings', type: game_type },
        resetScroll: false,
      })}
      query={query}
      empty={
        <Nothing
          icon={<StarIcon />}
          title="No ratings"
          description="Players get one when a multiplayer round of a rated game type finishes."
        />
      }
    />
  )
}

function History({ player, type }: { player: PlayerProfile; type: string }) {
  const { game_id: gameId, id: playerId } = player
  const { cursor } = useList()
  const query = useRead(
    'admin.players.ratingHistory',
    {
      ...idsOf(player),
      game_type: type,
      limit: 50,
      ...(cursor === undefined ? {} : { before: Number(cursor) }),
    },
    { keepPrevious: true },
  )
  return (
    <>
      <Group mb="sm" gap="md">
        <Text fw={600}>
          How the rating in <PlayerText>{type}</PlayerText> has changed
        </Text>
        <TextLink
          to="/games/$gameId/players/$playerId"
          params={{ gameId, playerId }}
          search={{ tab: 'rounds', part: 'ratings' }}
          resetScroll={false}
          size="sm"
        >
          All ratings
        </TextLink>
        <TextLink
          to="/games/$gameId/ratings/game-type"
          params={{ gameId }}
          search={{ type }}
          size="sm"
        >
          Ratings of all players
        </TextLink>
      </Group>
      <DataTable
        label="Changes of the rating"
        columns={[
          {
            header: 'Round',
            cell: ({ multiplayer_game_round_id: roundId }) => (
              <TextLink
                to="/games/$gameId/multiplayer-rounds/$roundId"
                params={{ gameId, roundId }}
                size="sm"
              >
                Ranking #{roundId}
              </TextLink>
            ),
          },
          { header: 'Place', align: 'right', cell: ({ place }) => <Num value={place} /> },
          {
            header: 'Change',
            align: 'right',
            cell: ({ rating_before, rating_after }) => (
              <Change value={rating_after - rating_before} />
            ),
          },
          {
            header: 'Rating',
            align: 'right',
            cell: ({ rating_after }) => <Num value={rating_after} />,
          },
          { header: 'When', cell: ({ changed_at }) => <Time at={changed_at} /> },
        ]}
        rows={query.data?.rating_changes}
        rowKey={({ id }) => id}
        query={query}
        next={query.data?.next ?? null}
        empty={<Nothing icon={<StarIcon />} title="No round has changed this rating" />}
      />
    </>
  )
}

/** All of them, or how one of them has changed. */
export function Ratings({ player, type }: { player: PlayerProfile; type: string | undefined }) {
  return type === undefined ? (
    <AllRatings player={player} />
  ) : (
    <History player={player} type={type} />
  )
}
