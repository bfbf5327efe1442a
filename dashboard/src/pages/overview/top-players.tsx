import { SegmentedControl, Table } from '@mantine/core'
import { useState } from 'react'
import { ChartCard } from '../../components/chart-card.tsx'
import { Num } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PlayerName } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import type { OverviewQuery } from './query.ts'

export function TopPlayers({ query, gameId }: { query: OverviewQuery; gameId: number }) {
  const [by, setBy] = useState<'by_score' | 'by_credits'>('by_score')
  return (
    <ChartCard
      title="Top players"
      description="With the highest scores or the most credits, of all time."
      query={query}
      fileName="top-players"
      has_chart={false}
      table={({ top_players }) => ({
        head: ['Id', 'Name', 'Score', 'Credits'],
        rows: top_players[by].map(({ id, username, score, credits }) => [
          id,
          username,
          score,
          credits,
        ]),
      })}
      controls={
        <SegmentedControl
          size="xs"
          aria-label="Top players by"
          value={by}
          onChange={setBy}
          data={[
            { value: 'by_score', label: 'Score' },
            { value: 'by_credits', label: 'Credits' },
          ]}
        />
      }
    >
      {({ top_players }) =>
        top_players[by].length === 0 ? (
          <Nothing title="No players yet" />
        ) : (
          <Table aria-label="Top players" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th ta="right">Score</Table.Th>
                <Table.Th ta="right">Credits</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {top_players[by].map(({ id, username, score, credits }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <TextLink
                      fz="sm"
                      to="/games/$gameId/players/$playerId"
                      params={{ gameId, playerId: id }}
                    >
                      <PlayerName>{username}</PlayerName>
                    </TextLink>
                  </Table.Td>
                  <Table.Td ta="right">
                    <Num value={score} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Num value={credits} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )
      }
    </ChartCard>
  )
}
