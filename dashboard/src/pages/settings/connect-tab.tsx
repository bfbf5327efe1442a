import {
  ActionIcon,
  Alert,
  Anchor,
  Box,
  Code,
  CopyButton,
  Group,
  Stack,
  Tabs,
  Text,
} from '@mantine/core'
import { CheckIcon, CopyIcon, InfoCircledIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import { useGame } from '../../api/games.ts'
import { TextLink } from '../../components/links.tsx'
import { Copyable } from '../../components/secret.tsx'
import { Section } from '../../components/section.tsx'
import { snippets, TOKEN } from './snippets.ts'

export function ConnectTab() {
  const { id } = useGame()
  const url = location.origin
  const list = snippets({ url, game_id: id })
  const [shown, setShown] = useState<string | null>(list[0]?.name ?? null)
  return (
    <Stack>
      <Section title="What your app needs">
        <Stack gap="xs">
          <Group gap="xs">
            <Text size="sm" w={90}>
              Game id
            </Text>
            <Copyable value={String(id)} label="Copy the game id" />
          </Group>
          <Group gap="xs">
            <Text size="sm" w={90}>
              Address
            </Text>
            <Copyable value={`${url}/api/v3`} label="Copy the address" />
          </Group>
        </Stack>
        <Alert icon={<InfoCircledIcon />} color="blue">
          The game token was shown when the game was created; only a hash of it is stored. If nobody
          has kept it, rotate it in the{' '}
          <TextLink
            from="/games/$gameId/settings"
            to="."
            search={{ tab: 'danger' }}
            inherit
            underline="always"
          >
            danger zone
          </TextLink>
          . In the examples, replace {TOKEN}.
        </Alert>
      </Section>
      <Section title="Examples">
        <Tabs value={shown} onChange={setShown} keepMounted={false} variant="outline">
          <Tabs.List>
            {list.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {list.map(({ name, note, install, code }) => (
            <Tabs.Panel key={name} value={name} pt="md">
              <Stack gap="sm">
                <Text size="sm">{note}</Text>
                {install && (
                  <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {install}
                  </Code>
                )}
                <Box pos="relative">
                  <Code block pr={48} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {code}
                  </Code>
                  <CopyButton value={code} timeout={1500}>
                    {({ copied, copy }) => (
                      <ActionIcon
                        pos="absolute"
                        top={8}
                        right={8}
                        variant="default"
                        onClick={copy}
                        aria-label={copied ? 'Copied' : `Copy the example for ${name}`}
                      >
                        {copied ? <CheckIcon /> : <CopyIcon />}
                      </ActionIcon>
                    )}
                  </CopyButton>
                </Box>
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
        <Text size="sm">
          More in the{' '}
          <Anchor inherit href="/guide/features" target="_blank" underline="always">
            guide to every feature
          </Anchor>{' '}
          and in{' '}
          <Anchor inherit href="/guide/moving-from-gamefuse" target="_blank" underline="always">
            moving from GameFuse
          </Anchor>
          .
        </Text>
      </Section>
    </Stack>
  )
}
