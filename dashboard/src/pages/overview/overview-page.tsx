import { Alert, Button, Card, Grid, Group, SegmentedControl } from '@mantine/core'
import { BarChartIcon, ClockIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { GameOverview } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { Time } from '../../components/format.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Nothing } from '../../components/states.tsx'
import { ActivityChart } from './activity-chart.tsx'
import { CirculationChart, CreditsChart } from './credits-charts.tsx'
import { firstOf } from './days.ts'
import { KeyFigures } from './key-figures.tsx'
import { RetentionCard } from './retention-card.tsx'
import { RoundsChart } from './rounds-chart.tsx'
import { TopPlayers } from './top-players.tsx'
import { LatencyChart, RequestsChart } from './traffic-charts.tsx'

const route = getRouteApi('/staff-only/games/$gameId/')

const RANGES = ['7', '30', '90'] as const
const EVERY_MS = 60_000

const isUnused = ({ players, totals, previous, traffic }: GameOverview) =>
  players + totals.sign_ups + previous.sign_ups + totals.rounds + traffic.length === 0

function NoPlayers({ gameId }: { gameId: number }) {
  const may_fill = useCan()('admin', gameId)
  const fill = useChange('admin.demoData.fill', { done: 'The game has a month of demo data.' })
  return (
    <Card>
      <Nothing
        icon={<BarChartIcon />}
        title="No players yet"
        description="When people play your game, you see their sign-ups, rounds and credits here. Connect your game to see the first ones."
        action={
          <Group justify="center">
            {may_fill && (
              <Button
                variant="default"
                loading={fill.isPending}
                onClick={() =>
                  confirm({
                    title: 'Fill with demo data?',
                    text: 'This adds about 500 invented players, with a month of rounds, groups, chats and purchases, so that you can look around. Use it only in a game that you will not publish: you cannot remove all of it at once.',
                    action: 'Fill with demo data',
                    destructive: false,
                    onConfirm: () => fill.mutateAsync({ id: gameId }),
                  })
                }
              >
                Fill with demo data
              </Button>
            )}
            <ButtonLink
              to="/games/$gameId/settings"
              params={{ gameId }}
              search={{ tab: 'connect' }}
            >
              Connect your game
            </ButtonLink>
          </Group>
        }
      />
    </Card>
  )
}

export function OverviewPage() {
  const { gameId } = route.useParams()
  const { days = '30' } = route.useSearch()
  const navigate = route.useNavigate()
  const game = useGame()
  const query = useRead(
    'admin.statistics.overview',
    { id: gameId, from: firstOf(Number(days)) },
    { keepPrevious: true, refetchInterval: EVERY_MS },
  )
  const overview = query.data
  const is_unused = overview !== undefined && game.players === 0 && isUnused(overview)
  return (
    <>
      <PageHeader
        title="Overview"
        description={
          <>
            Days are in UTC.
            {overview?.counted_at && (
              <>
                {' '}
                Counted <Time at={overview.counted_at} />.
              </>
            )}
          </>
        }
        actions={
          !is_unused && (
            <SegmentedControl
              aria-label="Days to show"
              value={days}
              onChange={(value) =>
                void navigate({
                  search: { days: RANGES.find((range) => range === value) },
                  replace: true,
                })
              }
              data={RANGES.map((value) => ({ value, label: `${value} days` }))}
            />
          )
        }
      />
      {overview?.counted_at === null && !is_unused && (
        <Alert icon={<ClockIcon />} mb="md" title="The figures are being counted">
          This takes a few minutes after an upgrade or an import. Until then, some are too low.
        </Alert>
      )}
      {is_unused ? (
        <NoPlayers gameId={gameId} />
      ) : (
        <>
          <KeyFigures overview={overview} days={Number(days)} />
          <Grid gap="md">
            <Grid.Col span={12}>
              <ActivityChart query={query} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <RoundsChart query={query} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <TopPlayers query={query} gameId={gameId} />
            </Grid.Col>
            <Grid.Col span={12}>
              <RetentionCard query={query} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <CreditsChart query={query} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <CirculationChart query={query} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <RequestsChart query={query} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <LatencyChart query={query} />
            </Grid.Col>
          </Grid>
        </>
      )}
    </>
  )
}
