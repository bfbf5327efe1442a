import { Alert, Badge, Card, Grid, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { formatNumber, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Loaded } from '../../components/states.tsx'
import { DecisionForm } from './decision-form.tsx'
import { COLORS, doneLabelOf, labelOf } from './labels.ts'
import { MessageContext } from './message-context.tsx'
import { SanctionLine } from './sanction-line.tsx'

const route = getRouteApi('/staff-only/games/$gameId/moderation/reports/$reportId')

type Details = Answer<'admin.reports.get'>

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <Title order={2} fz="md" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}

function Reported({ report, group }: Details) {
  const { snapshot, text } = report
  const shown = snapshot.text ?? snapshot.name ?? snapshot.username
  return (
    <Section title={`The ${labelOf(report.kind).toLowerCase()}, as it was reported`}>
      <Stack gap="xs">
        <PlayerText multiline fz="lg">
          {shown}
        </PlayerText>
        {group && group.name !== snapshot.name && (
          <Text size="sm" c="dimmed">
            The group is now called <PlayerText>{group.name}</PlayerText>.
          </Text>
        )}
        {group && (
          <Text size="sm" c="dimmed">
            Members: {formatNumber(group.member_count)}
          </Text>
        )}
        <Text size="sm">
          Reported by <PlayerText empty="a deleted player">{report.reporter_username}</PlayerText>{' '}
          <Time at={report.created_at} />
          {report.open_reports === 2 && ', and by one other'}
          {report.open_reports > 2 && `, and by ${report.open_reports - 1} others`}
        </Text>
        {text && (
          <Alert variant="light" color="gray" title="What the reporter wrote">
            <PlayerText multiline>{text}</PlayerText>
          </Alert>
        )}
      </Stack>
    </Section>
  )
}

function Closed({ report }: Pick<Details, 'report'>) {
  return (
    <Section title={labelOf(report.state)}>
      <Text size="sm">
        By <PlayerText>{report.closed_by}</PlayerText> <Time at={report.closed_at} />:{' '}
        {report.actions.map(doneLabelOf).join(', ') || 'nothing was done'}.
      </Text>
    </Section>
  )
}

function PlayerSection({ details, gameId }: { details: Details; gameId: number }) {
  const { player, sanctions, earlier_reports } = details
  if (!player) return null
  return (
    <Section title="The player">
      <Stack gap="sm">
        <Group gap="xs">
          <TextLink
            to="/games/$gameId/players/$playerId"
            params={{ gameId, playerId: player.id }}
            fw={600}
          >
            <PlayerText>{player.username}</PlayerText>
          </TextLink>
          {player.is_banned && <Badge color={COLORS.ban}>Banned</Badge>}
          {player.is_muted && <Badge color={COLORS.mute}>Muted</Badge>}
        </Group>
        <div>
          <Text size="sm" fw={600} mb={4}>
            Earlier warnings, mutes and bans
          </Text>
          {sanctions.length === 0 && (
            <Text size="sm" c="dimmed">
              Nothing
            </Text>
          )}
          <Stack gap="xs">
            {sanctions.map((sanction) => (
              <SanctionLine key={sanction.id} sanction={sanction} />
            ))}
          </Stack>
        </div>
        <div>
          <Text size="sm" fw={600} mb={4}>
            Other reports about them
          </Text>
          {earlier_reports.length === 0 && (
            <Text size="sm" c="dimmed">
              None
            </Text>
          )}
          <Stack gap={4}>
            {earlier_reports.map(({ id, reason, kind, state, created_at }) => (
              <Group key={id} gap="xs" fz="sm">
                <TextLink
                  to="/games/$gameId/moderation/reports/$reportId"
                  params={{ gameId, reportId: id }}
                  fz="sm"
                >
                  {labelOf(kind)}: {labelOf(reason).toLowerCase()}
                </TextLink>
                <Text span size="xs" c="dimmed">
                  {labelOf(state)}, <Time at={created_at} />
                </Text>
              </Group>
            ))}
          </Stack>
        </div>
      </Stack>
    </Section>
  )
}

export function ReportPage() {
  const { gameId, reportId } = route.useParams()
  // Every read of messages is in the audit log, so it is not read again when the window gets the focus.
  const query = useQuery({
    ...read('admin.reports.get', { id: gameId, report_id: reportId }),
    staleTime: Infinity,
  })
  return (
    <Loaded query={query}>
      {(details) => (
        <>
          <PageHeader
            title={`${labelOf(details.report.kind)}: ${labelOf(details.report.reason).toLowerCase()}`}
            description={
              <TextLink to="/games/$gameId/moderation" params={{ gameId }}>
                All reports
              </TextLink>
            }
            actions={<Badge variant="light">{labelOf(details.report.state)}</Badge>}
          />
          <Grid>
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Stack>
                <Reported {...details} />
                {details.report.kind === 'message' && (
                  <Section title="Messages before and after it">
                    <MessageContext
                      gameId={gameId}
                      messages={details.messages}
                      reported={details.report.target_id}
                    />
                  </Section>
                )}
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack>
                {details.report.state === 'open' ? (
                  <Section title="Decide">
                    <DecisionForm key={reportId} details={details} gameId={gameId} />
                  </Section>
                ) : (
                  <Closed report={details.report} />
                )}
                <PlayerSection details={details} gameId={gameId} />
              </Stack>
            </Grid.Col>
          </Grid>
        </>
      )}
    </Loaded>
  )
}
