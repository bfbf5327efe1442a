import { Badge, MultiSelect, Radio, Stack, Text } from '@mantine/core'
import { useGames } from '../api/games.ts'
import { ROLES, type Role } from '../api/session.ts'
import { plainPlayerText } from './player-text.tsx'

const MEANINGS: Record<Role, string> = {
  viewer: 'Sees the game, but no chats, reports or email addresses. Changes nothing.',
  support: 'Also sees those, and helps players.',
  admin: 'Also changes games, stores, keys and webhooks.',
  owner: 'Also decides who is staff, and downloads backups.',
}

const COLORS: Record<Role, string> = {
  viewer: 'gray',
  support: 'teal',
  admin: 'blue',
  owner: 'keep',
}

export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge variant="light" color={COLORS[role]} tt="none">
      {role}
    </Badge>
  )
}

interface RoleInputProps {
  value: Role
  onChange: (role: Role) => void
  /** The highest that can be chosen. */
  highest?: Role
}

export function RoleInput({ value, onChange, highest = 'owner' }: RoleInputProps) {
  return (
    <Radio.Group
      label="Role"
      value={value}
      onChange={(chosen) => onChange(ROLES.find((role) => role === chosen) ?? 'viewer')}
    >
      <Stack gap="xs" mt="xs">
        {ROLES.slice(0, ROLES.indexOf(highest) + 1).map((role) => (
          <Radio key={role} value={role} label={role} description={MEANINGS[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface GamesInputProps {
  /** Null: all games. */
  value: number[] | null
  onChange: (game_ids: number[] | null) => void
  /** False: only some, because the own account is for some. */
  allowsAll?: boolean
}

export function GamesInput({ value, onChange, allowsAll = true }: GamesInputProps) {
  const games = useGames()
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Games"
        value={value === null ? 'all' : 'some'}
        onChange={(chosen) => onChange(chosen === 'all' ? null : [])}
      >
        <Stack gap="xs" mt="xs">
          {allowsAll && <Radio value="all" label="All games, including future ones" />}
          <Radio value="some" label="Only some" />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <MultiSelect
          aria-label="Which games"
          placeholder="Choose games"
          searchable
          data={games.map(({ id, name }) => ({ value: String(id), label: plainPlayerText(name) }))}
          value={value.map(String)}
          onChange={(ids) => onChange(ids.map(Number))}
        />
      )}
    </Stack>
  )
}

/** Which games somebody or something may see. */
export function GamesText({ game_ids }: { game_ids: number[] | null }) {
  const games = useGames()
  if (game_ids === null) return 'All games'
  const names = game_ids.map((id) => {
    const game = games.find((one) => one.id === id)
    return game ? plainPlayerText(game.name) : `game ${id}`
  })
  return (
    <Text span inherit>
      {names.join(', ') || 'None'}
    </Text>
  )
}
