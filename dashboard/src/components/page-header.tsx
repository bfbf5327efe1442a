import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** Instead of the title as text, for names that players chose. */
  shown?: ReactNode
  description?: ReactNode
  /** Buttons, the most important one last. */
  actions?: ReactNode
}

/** The head of every page. It also names the browser's tab. */
export function PageHeader({ title, shown, description, actions }: PageHeaderProps) {
  useDocumentTitle(`${title} · Playkeep`)
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4} flex="1 1 16rem" miw={0}>
        <Title order={1} fz={26} lh={1.25} c="bright">
          {shown ?? title}
        </Title>
        {description && (
          <Text c="dimmed" maw="46rem">
            {description}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  )
}
