import {
  Anchor,
  Autocomplete,
  Badge,
  Button,
  Code,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { ActivityLogIcon, Cross2Icon, MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AuditEntry, AuditPage } from '../../api/contract.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { useWhenTypingPauses } from '../../components/when-typing-pauses.ts'
import { EntryDetails } from './entry-details.tsx'
import { targetName } from './target-name.ts'

interface AuditLogProps {
  description: string
  query: {
    data: AuditPage | undefined
    error: unknown
    refetch: () => unknown
    isFetching: boolean
  }
  /** Only where entries of several games can be in the list. */
  gameName?: (game_id: number) => string
}

interface Filters {
  action?: string | undefined
  target?: string | undefined
  actor?: number | undefined
  entry?: number | undefined
}

const KINDS: Record<AuditEntry['actor_kind'], string> = {
  session: '',
  token: 'API token',
  // Their names say it.
  system: '',
  cli: 'command',
}

/** The names of operations all begin alike. */
const PREFIX = 'admin.'
/** The server refuses longer filters. */
const MAX_CHARACTERS = 64
const shortAction = (action: string) => action.replace(/^admin\./, '')

/** What the filter means: people type what the table shows, which has no prefix. */
export const operationOf = (typed: string | undefined) =>
  typed === undefined || typed.startsWith(PREFIX) || PREFIX.startsWith(typed)
    ? typed
    : `${PREFIX}${typed}`.slice(0, MAX_CHARACTERS)

export function NoAuditLog({ whose }: { whose: string }) {
  return (
    <>
      <PageHeader title="Audit log" />
      <Nothing
        title="Only admins see the audit log"
        description={`It says who changed what. Ask an owner of this server for the role “admin” for ${whose}.`}
      />
    </>
  )
}

/** A player has a page where the game is known. */
function Target({ entry }: { entry: AuditEntry }) {
  const { target, target_id, game_id } = entry
  const name = targetName(entry)
  if (name !== undefined)
    return (
      <>
        {target.replaceAll('_', ' ')} <PlayerText>{name}</PlayerText>
      </>
    )
  const text = `${target.replaceAll('_', ' ')}${target_id === null ? '' : ` ${target_id}`}`
  const player = target === 'player' ? Number(target_id) : 0
  if (game_id === null || !Number.isSafeInteger(player) || player <= 0) return text
  return (
    <TextLink
      size="sm"
      to="/games/$gameId/players/$playerId"
      params={{ gameId: game_id, playerId: player }}
    >
      {text}
    </TextLink>
  )
}

function useFilters() {
  const search: Filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Filters & { cursor?: undefined }) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }) })
  return {
    search,
    /** A filter begins again at the first page. */
    filter: (changes: Filters) => change({ ...changes, cursor: undefined }),
    open: (entry: number | undefined) => change({ entry }),
  }
}

function FilterBar({ entries }: { entries: AuditEntry[] }) {
  const { search, filter } = useFilters()
  const [action, setAction] = useState(search.action ?? '')
  const [target, setTarget] = useState(search.target ?? '')
  const filterByAction = useWhenTypingPauses(filter)
  const filterByTarget = useWhenTypingPauses(filter)
  const is_filtered = search.action ?? search.target ?? search.actor
  return (
    <Group mb="md" align="flex-end">
      <TextInput
        label="Action begins with"
        placeholder="players.ban"
        leftSection={<MagnifyingGlassIcon />}
        value={action}
        onChange={({ currentTarget: { value } }) => {
          setAction(value)
          filterByAction({ action: value || undefined })
        }}
      />
      <Autocomplete
        label="Target"
        placeholder="game"
        data={[...new Set(entries.map((entry) => entry.target))].toSorted()}
        value={target}
        onChange={(value) => {
          setTarget(value)
          filterByTarget({ target: value || undefined })
        }}
      />
      {is_filtered !== undefined && (
        <Button
          variant="subtle"
          leftSection={<Cross2Icon />}
          onClick={() => {
            setAction('')
            setTarget('')
            void filter({ action: undefined, target: undefined, actor: undefined })
          }}
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
}

function Actor({ entry }: { entry: AuditEntry }) {
  const { filter } = useFilters()
  const { actor_id, actor_name, actor_kind } = entry
  return (
    <Group gap={6}>
      {actor_id === null ? (
        <PlayerText>{actor_name}</PlayerText>
      ) : (
        <Anchor
          component="button"
          type="button"
          size="sm"
          title={`Only by ${actor_name}`}
          onClick={() => void filter({ actor: actor_id })}
        >
          <PlayerText>{actor_name}</PlayerText>
        </Anchor>
      )}
      {KINDS[actor_kind] && (
        <Badge size="xs" variant="light" color="gray" tt="none">
          {KINDS[actor_kind]}
        </Badge>
      )}
    </Group>
  )
}

/** Who changed what, with filters in the URL. */
export function AuditLog({ description, query, gameName }: AuditLogProps) {
  const { search, open } = useFilters()
  const entries = query.data?.entries
  const opened = entries?.find(({ id }) => id === search.entry)
  return (
    <>
      <PageHeader title="Audit log" description={description} />
      <FilterBar entries={entries ?? []} />
      <DataTable
        label="Audit log"
        columns={[
          { header: 'When', cell: ({ at }) => <Time at={at} />, width: 130 },
          { header: 'Who', cell: (entry) => <Actor entry={entry} /> },
          {
            header: 'What',
            cell: ({ id, action }) => (
              <Anchor component="button" type="button" size="sm" onClick={() => void open(id)}>
                <Code>{shortAction(action)}</Code>
              </Anchor>
            ),
          },
          {
            header: 'Which',
            cell: (entry) => <Target entry={entry} />,
          },
          ...(gameName
            ? [
                {
                  header: 'Game',
                  cell: ({ game_id }: AuditEntry) => (game_id === null ? '—' : gameName(game_id)),
                },
              ]
            : []),
          {
            header: 'From',
            cell: ({ address }) => (
              <Text span size="sm" c={address ? undefined : 'dimmed'}>
                {address || 'the server'}
              </Text>
            ),
          },
        ]}
        rows={entries}
        rowKey={({ id }) => id}
        query={query}
        next={query.data?.next}
        empty={
          <Stack py="md">
            <Nothing
              icon={<ActivityLogIcon />}
              title="No entries"
              description="Changes by staff, API tokens, the system key and commands are listed here. Entries are never removed."
            />
          </Stack>
        }
      />
      <EntryDetails entry={opened} onClose={() => void open(undefined)} />
    </>
  )
}
