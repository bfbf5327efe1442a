import { Card, Group, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from './format.tsx'

interface Winner {
  key: number
  place: number | null
  name: ReactNode
  score: number | null
}

/** Gold, silver and bronze. */
const COLORS = ['yellow', 'gray', 'orange']

/** The first three of a ranking. Those who share a place have the same colour. */
export function Podium({ winners }: { winners: Winner[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} mb="md">
      {winners.slice(0, 3).map(({ key, place, name, score }) => (
        <Card key={key} padding="md">
          <Group wrap="nowrap">
            <ThemeIcon
              size={44}
              radius="xl"
              variant="light"
              color={COLORS[(place ?? 4) - 1] ?? 'gray'}
              aria-hidden
            >
              <Text fw={700}>{place ?? '—'}</Text>
            </ThemeIcon>
            <Stack gap={0} miw={0}>
              <Text fw={600} truncate="end" component="div">
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                {score === null ? 'No score' : `Score ${formatNumber(score)}`}
              </Text>
            </Stack>
          </Group>
        </Card>
      ))}
    </SimpleGrid>
  )
}
