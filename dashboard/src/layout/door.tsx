import { Anchor, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

interface DoorProps {
  title: string
  description?: ReactNode
  children: ReactNode
  wide?: boolean
}

/** Around the pages before the sign-in. */
export function Door({ title, description, children, wide }: DoorProps) {
  useDocumentTitle(`${title} · Playkeep`)
  return (
    <Center component="main" mih="100dvh" p="md" bg="var(--playkeep-page)">
      <Stack w="100%" maw={wide ? 560 : 420} gap="xl">
        <Group justify="center">
          <Logo />
        </Group>
        <Paper withBorder p={{ base: 'lg', sm: 'xl' }} shadow="sm">
          <Title order={1} fz={22} mb={description ? 4 : 'md'}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" mb="lg">
              {description}
            </Text>
          )}
          {children}
        </Paper>
        <Group justify="center" gap="lg">
          <Anchor href="/guide" size="sm" c="dimmed">
            Guides
          </Anchor>
          <Anchor href="/docs" size="sm" c="dimmed">
            API reference
          </Anchor>
        </Group>
      </Stack>
    </Center>
  )
}
