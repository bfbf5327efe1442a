import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** One subject of a page that has several. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="md" mb={children ? 'md' : 0}>
        <Stack gap={2} flex="1 1 16rem">
          <Title order={2} fz="lg">
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed" component="div" maw="44rem">
              {description}
            </Text>
          )}
        </Stack>
        {actions}
      </Group>
      {children && <Stack gap="md">{children}</Stack>}
    </Card>
  )
}
