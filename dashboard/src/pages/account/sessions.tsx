import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useChange, useRead } from '../../api/queries.ts'
import { confirm } from '../../components/confirm.tsx'
import { Time } from '../../components/format.tsx'
import { Section } from '../../components/section.tsx'
import { Loaded } from '../../components/states.tsx'

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari']
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux']
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' }

/** "Firefox on Windows", as far as the browser tells. */
function describeBrowser(user_agent: string): string {
  const find = (names: string[]) => names.find((name) => user_agent.includes(name))
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (!browser) return user_agent.slice(0, 60) || 'Unknown program'
  return `${NAMES[browser] ?? browser}${system ? ` on ${NAMES[system] ?? system}` : ''}`
}

export function Sessions() {
  const query = useRead('admin.sessions.list', {})
  const end = useChange('admin.sessions.end', {
    done: 'The session was ended.',
    notifyFailure: false,
  })
  return (
    <Section
      title="Sessions"
      description="Where you are signed in. End those that you do not know."
    >
      <Loaded query={query}>
        {({ sessions }) => (
          <Stack gap="md">
            {sessions.map(({ id, current, address, user_agent, created_at, expires_at }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <Stack gap={0} miw={0}>
                  <Group gap="xs">
                    <Text size="sm" fw={500} title={user_agent}>
                      {describeBrowser(user_agent)}
                    </Text>
                    {current && (
                      <Badge size="sm" variant="light" color="green" tt="none">
                        this browser
                      </Badge>
                    )}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {address}, since <Time at={created_at} />, ends <Time at={expires_at} />
                  </Text>
                </Stack>
                {!current && (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() =>
                      confirm({
                        title: 'End this session?',
                        text: `${describeBrowser(user_agent)} at ${address} is signed out at once.`,
                        action: 'End session',
                        onConfirm: () => end.mutateAsync({ id }),
                      })
                    }
                  >
                    End
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
