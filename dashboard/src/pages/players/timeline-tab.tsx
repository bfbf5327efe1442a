import { Button, Card, Group, Text, Timeline } from '@mantine/core'
import {
  CircleBackslashIcon,
  EnterIcon,
  FileTextIcon,
  LapTimerIcon,
  Pencil1Icon,
  PersonIcon,
  StackIcon,
} from '@radix-ui/react-icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { api } from '../../api/client.ts'
import type { PlayerProfile, TimelineEntry } from '../../api/contract.ts'
import { Change, formatNumber, formatTime, Time } from '../../components/format.tsx'
import { TextLink } from '../../components/links.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { Failure, Loading } from '../../components/states.tsx'
import { toText } from '../../search.ts'
import { LedgerReason } from './credits-tab.tsx'
import { idsOf } from './form-frame.tsx'

/** What staff have done, in words. */
const CHANGES: Record<string, string> = {
  adjustScore: 'Score changed',
  grantItem: 'Item granted',
  revokeItem: 'Item revoked',
  setAttribute: 'Attribute set',
  removeAttribute: 'Attribute removed',
  rename: 'Renamed',
  endSession: 'Session ended',
  endSessions: 'All sessions ended',
  sendPasswordMail: 'Password mail sent',
  deleteNote: 'Note deleted',
  export: 'Personal data exported',
  unban: 'Ban ended',
  unmute: 'Mute ended',
}

const SANCTIONS: Record<string, string> = { warn: 'Warned', mute: 'Muted', ban: 'Banned' }

type Details = TimelineEntry['details']

const textOf = (details: Details, name: string) => toText(details[name]) ?? ''
const numberOf = (details: Details, name: string) => Number(details[name] ?? 0)

/** The fields of a change, one per line. */
function Values({ before, after }: { before: unknown; after: unknown }) {
  const fields = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.entries(value) : []
  const old = new Map(fields(before).map(([name, value]) => [name, toText(value) ?? '…']))
  const changed = new Map(fields(after).map(([name, value]) => [name, toText(value) ?? '…']))
  const names = [...new Set([...old.keys(), ...changed.keys()])].slice(0, 8)
  return names.map((name) => (
    <Text key={name} size="sm" c="dimmed" component="div" lineClamp={2}>
      <PlayerText>{name}</PlayerText>:{' '}
      {old.has(name) && <PlayerText empty="empty">{old.get(name)}</PlayerText>}
      {old.has(name) && changed.has(name) && ' → '}
      {changed.has(name) && <PlayerText empty="empty">{changed.get(name)}</PlayerText>}
      {!changed.has(name) && ' (before)'}
    </Text>
  ))
}

interface Shown {
  icon: ComponentType
  color: string
  title: ReactNode
  body?: ReactNode
}

const by = (name: string) =>
  name && (
    <>
      {' by '}
      <PlayerText>{name}</PlayerText>
    </>
  )

function sanctionOf(details: Details): Shown {
  const kind = textOf(details, 'kind')
  const until = textOf(details, 'until')
  const term = until.startsWith('9999') ? 'forever' : until && `until ${formatTime(until)}`
  return {
    icon: CircleBackslashIcon,
    color: kind === 'ban' ? 'red' : 'orange',
    title: (
      <>
        {SANCTIONS[kind] ?? kind} {term}
        {by(textOf(details, 'created_by'))}
      </>
    ),
    body: <PlayerText>{textOf(details, 'reason')}</PlayerText>,
  }
}

function changeOf(details: Details): Shown {
  const action = textOf(details, 'action').split('.').at(-1) ?? ''
  return {
    icon: Pencil1Icon,
    color: 'grape',
    title: (
      <>
        {CHANGES[action] ?? action}
        {by(textOf(details, 'actor_name'))}
      </>
    ),
    body: <Values before={details['old_values']} after={details['new_values']} />,
  }
}

function creditsOf(details: Details): Shown {
  return {
    icon: StackIcon,
    color: 'teal',
    title: (
      <>
        <Change value={numberOf(details, 'change')} /> credits
      </>
    ),
    body: (
      <LedgerReason
        reason={textOf(details, 'reason')}
        reference={textOf(details, 'reference') || null}
        staff_name={textOf(details, 'staff_name') || null}
        note={textOf(details, 'note') || null}
      />
    ),
  }
}

function roundOf(details: Details, link: (text: ReactNode) => ReactNode): Shown {
  const score = details['score']
  return {
    icon: LapTimerIcon,
    color: 'blue',
    title: link(
      <>
        Played <PlayerText>{textOf(details, 'game_type')}</PlayerText>
      </>,
    ),
    body: typeof score === 'number' && `Score ${formatNumber(score)}`,
  }
}

function describe(entry: TimelineEntry, gameId: number): Shown {
  const { kind, details, id } = entry
  switch (kind) {
    case 'signed_up':
      return {
        icon: PersonIcon,
        color: 'keep',
        title: details['is_guest'] === true ? 'Joined as a guest' : 'Signed up',
      }
    case 'signed_in':
      return { icon: EnterIcon, color: 'gray', title: 'Signed in' }
    case 'round':
      return roundOf(details, (text) => (
        <TextLink inherit to="/games/$gameId/rounds/$roundId" params={{ gameId, roundId: id }}>
          {text}
        </TextLink>
      ))
    case 'credits':
      return creditsOf(details)
    case 'sanction':
      return sanctionOf(details)
    case 'note':
      return {
        icon: FileTextIcon,
        color: 'yellow',
        title: <>Note{by(textOf(details, 'author_name'))}</>,
        body: <PlayerText multiline>{textOf(details, 'text')}</PlayerText>,
      }
    default:
      return changeOf(details)
  }
}

export function TimelineTab({ player }: { player: PlayerProfile }) {
  const query = useInfiniteQuery({
    queryKey: ['admin.players.timeline', idsOf(player)],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api(
        'admin.players.timeline',
        { ...idsOf(player), limit: 30, ...(pageParam ? { after: pageParam } : {}) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
  if (query.error && !query.data)
    return <Failure error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Loading lines={8} />
  const entries = query.data.pages.flatMap((page) => page.entries)
  return (
    <Card>
      <Timeline bulletSize={28} lineWidth={2} active={entries.length}>
        {entries.map((entry) => {
          const { icon: Icon, color, title, body } = describe(entry, player.game_id)
          return (
            <Timeline.Item
              key={`${entry.kind} ${entry.id}`}
              color={color}
              bullet={<Icon />}
              title={title}
            >
              {body && (
                <Text size="sm" component="div">
                  {body}
                </Text>
              )}
              <Text size="xs" c="dimmed" mt={2} component="div">
                <Time at={entry.at} />
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
      {query.hasNextPage && (
        <Group justify="center" mt="lg">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show older
          </Button>
        </Group>
      )}
    </Card>
  )
}
