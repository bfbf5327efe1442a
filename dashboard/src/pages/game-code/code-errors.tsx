import { Accordion, Box, Button, Code, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { CheckCircledIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import type { GameCodeError } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { Time } from '../../components/format.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Copyable } from '../../components/secret.tsx'
import { Section } from '../../components/section.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'

const REFRESH_MS = 15_000
const FIRST = 10

function Details({ error }: { error: GameCodeError }) {
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Request
        </Text>
        {error.request_id === '' ? (
          <Text size="sm">None: it was a task.</Text>
        ) : (
          <Copyable value={error.request_id} label="Copy the request id" />
        )}
      </Group>
      <ScrollArea.Autosize
        mah={320}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Stack of the error' }}
      >
        <Code block dir="ltr">
          <PlayerText multiline>{error.stack || error.message}</PlayerText>
        </Code>
      </ScrollArea.Autosize>
    </Stack>
  )
}

function List({ errors }: { errors: GameCodeError[] }) {
  const [opened, setOpened] = useState<string[]>([])
  const [shows_all, setShowsAll] = useState(false)
  const shown = shows_all ? errors : errors.slice(0, FIRST)
  return (
    <>
      <Accordion multiple variant="separated" value={opened} onChange={setOpened}>
        {shown.map((error) => (
          <Accordion.Item key={error.id} value={String(error.id)}>
            <Accordion.Control>
              <Box pe="sm">
                <Group justify="space-between" gap={4}>
                  <PlayerText ff="monospace" fz="sm">
                    {error.hook}
                  </PlayerText>
                  <Text size="xs" c="dimmed">
                    <Time at={error.at} />
                  </Text>
                </Group>
                <PlayerText fz="sm" c="red" lineClamp={2}>
                  {error.message}
                </PlayerText>
              </Box>
            </Accordion.Control>
            <Accordion.Panel>
              {opened.includes(String(error.id)) && <Details error={error} />}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {errors.length > shown.length && (
        <Group justify="center">
          <Button size="xs" variant="default" onClick={() => setShowsAll(true)}>
            Show all {errors.length}
          </Button>
        </Group>
      )}
    </>
  )
}

/** What the code has thrown. */
export function CodeErrors({ code }: { code: string }) {
  const query = useRead('admin.gameCode.errors', { code }, { refetchInterval: REFRESH_MS })
  return (
    <Section
      title="Latest errors"
      description="What the code has thrown, on all processes; the last 200 are kept. Open one for its stack, and search the log of the server for the request id."
    >
      <Loaded query={query}>
        {({ errors }) =>
          errors.length === 0 ? (
            <Nothing title="No errors" icon={<CheckCircledIcon />} />
          ) : (
            <List errors={errors} />
          )
        }
      </Loaded>
    </Section>
  )
}
