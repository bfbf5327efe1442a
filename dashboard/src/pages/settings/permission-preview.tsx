import { Button, Group, List, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { ArrowRightIcon } from '@radix-ui/react-icons'
import type { Permissions } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { FormError } from '../../components/form-error.tsx'
import { Loaded } from '../../components/states.tsx'
import { AUDIENCE_NAMES } from './permission-features.tsx'

interface PermissionPreviewProps {
  /** Null: not asked for. */
  proposal: Permissions | null
  /** The current prefix of protected attributes. */
  before: string
  onClose: () => void
}

/** What the server says that would change, before it is saved. */
export function PermissionPreview({ proposal, before, onClose }: PermissionPreviewProps) {
  const { id } = useGame()
  const query = useRead(
    'admin.games.permissions',
    { id, ...proposal },
    { enabled: proposal !== null },
  )
  const save = useChange('admin.games.change', {
    done: 'The permissions are saved. They apply from now on.',
    notifyFailure: false,
    onDone: onClose,
  })
  const prefix = proposal?.server_attribute_prefix ?? query.data?.proposed?.server_attribute_prefix
  return (
    <Modal opened={proposal !== null} onClose={onClose} title="What changes" size="lg">
      <Stack>
        <Loaded query={query}>
          {({ proposed }) => (
            <ScrollArea.Autosize mah={420}>
              <Stack gap="sm">
                <Text size="sm">
                  {proposed?.changes.length === 0
                    ? 'No route changes.'
                    : `For ${proposed?.changes.length === 1 ? 'one route' : `${proposed?.changes.length} routes`} it changes who may call them:`}
                </Text>
                <List size="sm" spacing="xs" listStyleType="none">
                  {proposed?.changes.map(({ route, summary, before: old, after }) => (
                    <List.Item key={route}>
                      <Text size="sm">{summary}</Text>
                      <Group gap={6} wrap="wrap">
                        <Text size="xs" c="dimmed">
                          {AUDIENCE_NAMES[old]}
                        </Text>
                        <ArrowRightIcon aria-label="becomes" />
                        <Text size="xs" fw={600}>
                          {AUDIENCE_NAMES[after]}
                        </Text>
                      </Group>
                    </List.Item>
                  ))}
                </List>
                {prefix !== undefined && prefix !== before && (
                  <Text size="sm">
                    {prefix === ''
                      ? 'Attributes are no longer protected.'
                      : `Only your server writes attributes that begin with ${prefix}.`}
                  </Text>
                )}
              </Stack>
            </ScrollArea.Autosize>
          )}
        </Loaded>
        <FormError error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button
            loading={save.isPending}
            disabled={query.data === undefined}
            onClick={() => proposal && save.mutate({ id, permissions: proposal })}
          >
            Save permissions
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
