import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { LeaderboardSettings } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Loaded } from '../../components/states.tsx'
import { EntriesTab } from './entries-tab.tsx'
import { PrizesTab } from './prizes-tab.tsx'
import { SeasonsTab } from './seasons-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

const route = getRouteApi('/staff-only/games/$gameId/leaderboards/board')

const MOST_SEASONS_OFFERED = 100

const VIEWS = [
  { value: 'entries', label: 'Entries' },
  { value: 'seasons', label: 'Seasons' },
  { value: 'prizes', label: 'Prizes' },
  { value: 'settings', label: 'Settings' },
] as const

const WHAT_COUNTS: Record<LeaderboardSettings['counts'], string> = {
  best: 'The best entry of each player counts.',
  latest: 'The latest entry of each player counts.',
  sum: 'All entries of a player are added up.',
}

export function LeaderboardPage() {
  const { gameId } = route.useParams()
  const { name = '', view = 'entries' } = route.useSearch()
  const navigate = route.useNavigate()
  const wanted = { id: gameId, name, per_page: MOST_SEASONS_OFFERED }
  const query = useRead('admin.leaderboards.seasons', wanted, { enabled: name !== '' })
  const settings = query.data
  return (
    <>
      <PageHeader
        title={plainPlayerText(name)}
        shown={<PlayerText>{name}</PlayerText>}
        description={settings && WHAT_COUNTS[settings.counts]}
      />
      <Tabs
        value={view}
        keepMounted={false}
        onChange={(value) => {
          const chosen = VIEWS.find((one) => one.value === value)?.value ?? 'entries'
          void navigate({ search: { name, view: chosen === 'entries' ? undefined : chosen } })
        }}
      >
        <Tabs.List mb="md">
          {VIEWS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="entries">
          <EntriesTab settings={settings} />
        </Tabs.Panel>
        <Tabs.Panel value="seasons">
          <SeasonsTab />
        </Tabs.Panel>
        <Tabs.Panel value="prizes">
          <Loaded query={query}>{(loaded) => <PrizesTab settings={loaded} />}</Loaded>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
