import { Card, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Fact {
  label: string
  value: ReactNode
}

/** What is known about one thing, in a card. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <Card mb="lg">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} component="dl" m={0}>
        {facts.map(({ label, value }) => (
          <Stack key={label} gap={2}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Card>
  )
}
