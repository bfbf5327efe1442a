import { Alert, Avatar, Button, Card, Group, SimpleGrid, Stack, Tabs, Text } from '@mantine/core'
import { CircleBackslashIcon, PersonIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { ApiError } from '../../api/client.ts'
import type { PlayerProfile } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { formatNumber, formatTime, Num, Time } from '../../components/format.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'
import { AttributesTab } from './attributes-tab.tsx'
import { PlayerBadges } from './badges.tsx'
import { CreditsTab } from './credits-tab.tsx'
import { idsOf } from './form-frame.tsx'
import { ItemsTab } from './items-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { PlayerMenu } from './player-menu.tsx'
import { RoundsTab } from './rounds-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { SocialTab } from './social-tab.tsx'
import { TimelineTab } from './timeline-tab.tsx'

const route = getRouteApi('/staff-only/games/$gameId/players/$playerId')

const isTab = (value: string | null): value is keyof typeof TABS => value !== null && value in TABS

const TABS: Record<
  'attributes' | 'credits' | 'items' | 'social' | 'rounds' | 'sessions' | 'notes',
  {
    label: string
    show: ComponentType<{ player: PlayerProfile }>
    count: (of: Counts) => number | null
  }
> = {
  attributes: { label: 'Attributes', show: AttributesTab, count: ({ attributes }) => attributes },
  credits: { label: 'Credits', show: CreditsTab, count: () => null },
  items: { label: 'Items', show: ItemsTab, count: ({ items }) => items },
  social: { label: 'Social', show: SocialTab, count: () => null },
  rounds: { label: 'Rounds', show: RoundsTab, count: () => null },
  sessions: { label: 'Sessions', show: SessionsTab, count: ({ sessions }) => sessions },
  notes: { label: 'Notes', show: NotesTab, count: ({ notes }) => notes },
}

type Counts = PlayerProfile['counts']

/** Things are counted up to a thousand. */
const formatCount = (count: number) => (count > 1000 ? '1,000+' : formatNumber(count))

const initialsOf = (username: string) =>
  Array.from(username.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .slice(0, 2)
    .join('')
    .toUpperCase()

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={2} miw={0}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" fw={600} lh={1.4}>
        {children}
      </Text>
    </Stack>
  )
}

function Facts({ player }: { player: PlayerProfile }) {
  const { counts } = player
  return (
    <Card mb="lg">
      <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }} spacing="md">
        <Fact label="Score">
          <Num value={player.score} />
        </Fact>
        <Fact label="Credits">
          <Num value={player.credits} />
        </Fact>
        <Fact label="Rounds">{formatCount(counts.rounds)}</Fact>
        <Fact label="Friends">{formatCount(counts.friends)}</Fact>
        <Fact label="Last seen">
          {player.is_online ? 'Online' : <Time at={player.last_seen_at} />}
        </Fact>
        <Fact label="Joined">
          <Time at={player.created_at} />
        </Fact>
      </SimpleGrid>
    </Card>
  )
}

function BanAlert({ player }: { player: PlayerProfile }) {
  const can = useCan()
  const unban = useChange('admin.players.unban', { done: 'The ban has ended.' })
  const { banned_until, ban_reason } = player
  if (!banned_until) return null
  const until = banned_until.startsWith('9999') ? 'forever' : `until ${formatTime(banned_until)}`
  return (
    <Alert color="red" icon={<CircleBackslashIcon />} title={`Banned ${until}`} mb="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 12rem">
          Reason: <PlayerText empty="none was given">{ban_reason}</PlayerText>
        </Text>
        {can('support', player.game_id) && (
          <Button
            size="xs"
            variant="default"
            loading={unban.isPending}
            onClick={() => unban.mutate(idsOf(player))}
          >
            End the ban
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function Header({ player }: { player: PlayerProfile }) {
  const { id, username, email, email_verified_at } = player
  return (
    <PageHeader
      title={plainPlayerText(username)}
      shown={
        <Group gap="md" wrap="nowrap" align="center" component="span">
          <Avatar
            component="span"
            size={48}
            radius="xl"
            color="initials"
            name={username}
            aria-hidden
            imageProps={{ alt: '' }}
          >
            {initialsOf(username)}
          </Avatar>
          <Group gap="sm" component="span" miw={0}>
            <PlayerText>{username}</PlayerText>
            <PlayerBadges {...player} />
          </Group>
        </Group>
      }
      description={
        <Text span inherit>
          #{id}
          {email && (
            <>
              {' · '}
              <PlayerText>{email}</PlayerText>
              {email_verified_at ? ' (verified)' : ' (not verified)'}
            </>
          )}
        </Text>
      }
      actions={<PlayerMenu player={player} />}
    />
  )
}

function PlayerTabs({ player }: { player: PlayerProfile }) {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const Shown = tab ? TABS[tab].show : TimelineTab
  const open = (value: string | null) =>
    void navigate({
      search: { tab: isTab(value) ? value : undefined },
      resetScroll: false,
    })
  return (
    <Tabs value={tab ?? 'timeline'} onChange={open} keepMounted={false}>
      <Tabs.List mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
        <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
        {Object.entries(TABS).map(([value, { label, count }]) => {
          const counted = count(player.counts)
          return (
            <Tabs.Tab
              key={value}
              value={value}
              {...(counted
                ? {
                    rightSection: (
                      <Text span size="xs" c="dimmed">
                        {formatCount(counted)}
                      </Text>
                    ),
                  }
                : {})}
            >
              {label}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      <Tabs.Panel value={tab ?? 'timeline'}>
        <Shown player={player} />
      </Tabs.Panel>
    </Tabs>
  )
}

export function PlayerPage() {
  const { gameId, playerId } = route.useParams()
  const query = useRead('admin.players.get', { id: gameId, user_id: playerId })
  if (query.error instanceof ApiError && query.error.code === 'user_not_found')
    return (
      <>
        <PageHeader title="Player" />
        <Nothing
          title="There is no such player"
          description="The player was deleted, or the URL is wrong."
          icon={<PersonIcon />}
          action={
            <ButtonLink to="/games/$gameId/players" params={{ gameId }} variant="default">
              All players
            </ButtonLink>
          }
        />
      </>
    )
  return (
    <Loaded query={query}>
      {(player) => (
        <>
          <Header player={player} />
          <BanAlert player={player} />
          <Facts player={player} />
          <PlayerTabs key={player.id} player={player} />
        </>
      )}
    </Loaded>
  )
}
