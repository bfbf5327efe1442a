import { Alert, Anchor, Badge, Button, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { ArchiveIcon, CrossCircledIcon, InfoCircledIcon } from '@radix-ui/react-icons'
import { apiUrl } from '../../api/client.ts'
import type { BackupList } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { formatBytes, Time } from '../../components/format.tsx'
import { Section } from '../../components/section.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'

const WATCH_MS = 2000
const IDLE_MS = 30_000

type Run = NonNullable<BackupList['run']>

const isOpen = (run: BackupList['run']) => run?.status === 'waiting' || run?.status === 'running'

function RunState({ run }: { run: Run }) {
  if (run.status === 'failed')
    return (
      <Alert color="red" icon={<CrossCircledIcon />} title="The last backup failed">
        {run.problem} It is tried again within ten minutes.
      </Alert>
    )
  if (run.status === 'done')
    return (
      <Text size="sm" c="dimmed">
        The last backup was made <Time at={run.ended_at} />.
      </Text>
    )
  return (
    <Stack gap={6} role="status">
      <Text size="sm">
        {run.status === 'waiting'
          ? 'A backup begins in a moment.'
          : `A backup is being made: ${formatBytes(run.bytes)} so far.`}
      </Text>
      <Progress value={100} animated aria-label="A backup is being made" />
    </Stack>
  )
}

function Files({ backups }: Pick<BackupList, 'backups'>) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label="Backups" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>File</Table.Th>
            <Table.Th>Made</Table.Th>
            <Table.Th ta="right">Size</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {backups.map(({ name, bytes, created_at }, place) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Group gap="xs">
                  <Text size="sm" ff="monospace">
                    {name}
                  </Text>
                  {place === 0 && <Badge variant="light">Newest</Badge>}
                </Group>
              </Table.Td>
              <Table.Td>
                <Time at={created_at} />
              </Table.Td>
              <Table.Td ta="right">{formatBytes(bytes)}</Table.Td>
              <Table.Td ta="right">
                <Anchor
                  size="sm"
                  href={apiUrl('admin.backups.download', { name })}
                  download={name}
                  aria-label={`Download ${name}`}
                >
                  Download
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Contents({ list }: { list: BackupList }) {
  if (!list.is_configured)
    return (
      <Alert icon={<InfoCircledIcon />} color="yellow" title="There is no folder for backups">
        Set BACKUP_DIR to a folder that the server may write to, and start it again. It then also
        makes a backup every {list.every_hours} hours.
      </Alert>
    )
  return (
    <>
      {list.problem && (
        <Alert color="red" icon={<CrossCircledIcon />} title="The folder cannot be read">
          {list.problem}
        </Alert>
      )}
      {list.run && <RunState run={list.run} />}
      {list.backups.length === 0 ? (
        <Nothing title="No backups yet" icon={<ArchiveIcon />} />
      ) : (
        <Files backups={list.backups} />
      )}
      <Text size="xs" c="dimmed">
        In {list.folder}, every {list.every_hours} hours, the newest {list.kept} are kept.
        {list.next_at && !isOpen(list.run) && (
          <>
            {' '}
            The next one is due <Time at={list.next_at} />.
          </>
        )}{' '}
        Copy them to another place: a backup on the same disk does not survive a broken disk.
      </Text>
    </>
  )
}

/** Only for owners of the whole server. */
export function ServerBackups() {
  const query = useRead('admin.backups.list', {}, { refetchInterval: IDLE_MS })
  const is_open = isOpen(query.data?.run ?? null)
  useRead('admin.backups.list', {}, { refetchInterval: WATCH_MS, enabled: is_open })
  const create = useChange('admin.backups.create', { done: 'The backup is being made.' })
  return (
    <Section
      title="Backups of the whole server"
      description="Each contains all games, players and sessions. If a disk or a database is lost, restore one with playkeep restore. It contains email addresses and password hashes, so keep it as safe as the database."
      actions={
        query.data?.is_configured && (
          <Button
            size="xs"
            loading={create.isPending}
            disabled={is_open}
            onClick={() => create.mutate({})}
          >
            Make a backup now
          </Button>
        )
      }
    >
      <Loaded query={query}>{(list) => <Contents list={list} />}</Loaded>
    </Section>
  )
}
