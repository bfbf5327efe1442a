import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  description?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  children?: ReactNode
}

/** A part of a page, with a heading of its own. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <Card component="section" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} flex="1 1 14rem">
            <Title order={2} fz="md">
              {title}
            </Title>
            {description && (
              <Text size="sm" c="dimmed" component="div" maw="44rem">
                {description}
              </Text>
            )}
          </Stack>
          {actions && <Group gap="sm">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}
