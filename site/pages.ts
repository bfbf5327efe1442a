import { globSync } from 'node:fs'
import { sep } from 'node:path'

export interface Page {
  /** The Markdown file, from the root of the repository. */
  source: string
  /** In the sidebar. */
  label: string
}

interface Section {
  title: string
  is_closed?: boolean
  pages: Page[]
}

const page = (source: string, label: string): Page => ({ source, label })

/** `docs/decisions/0003-idempotent-retries.md` becomes "3. Idempotent retries". */
function decisionLabel(source: string): string {
  const [, number, words = ''] = /(\d+)-(.*)\.md$/.exec(source) ?? []
  const sentence = words.replaceAll('-', ' ')
  return `${Number(number)}. ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}

const decisions = globSync('docs/decisions/*.md')
  .map((path) => path.split(sep).join('/'))
  .toSorted()

/** The sidebar, and the order of "next page". */
export const sections: Section[] = [
  {
    title: 'Guides',
    pages: [
      page('docs/guide/README.md', 'Overview'),
      page('docs/guide/first-game.md', 'Your first game'),
      page('docs/guide/dashboard.md', 'The dashboard'),
      page('docs/guide/concepts.md', 'Rounds, groups and credits'),
      page('docs/guide/accounts-and-privacy.md', 'Accounts and privacy'),
      page('docs/guide/cheating.md', 'Cheating'),
      page('docs/guide/helping-players.md', 'Helping players'),
      page('docs/guide/moderation.md', 'Moderation'),
      page('docs/guide/settings-and-backups.md', 'Settings and backups'),
      page('docs/guide/live-events.md', 'Live events'),
      page('docs/guide/statistics.md', 'Statistics'),
      page('docs/guide/features.md', 'Every feature'),
      page('docs/competition.md', 'Competition'),
      page('docs/game-code.md', 'Game code'),
      page('docs/moving-from-gamefuse.md', 'Moving from GameFuse'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('sdk/README.md', 'Client for TypeScript'),
      page('docs/generated-clients.md', 'Generated clients'),
      page('docs/live.md', 'Live events in detail'),
      page('docs/events.md', 'Types of events'),
      page('docs/game-operations.md', 'Operations for game code'),
      page('docs/webhooks.md', 'Webhooks'),
      page('docs/errors.md', 'Errors'),
      page('docs/limits.md', 'Limits'),
      page('docs/settings.md', 'Settings'),
    ],
  },
  {
    title: 'In production',
    pages: [
      page('docs/self-hosting.md', 'Self-hosting'),
      page('docs/high-availability.md', 'High availability'),
      page('docs/reliability.md', 'Reliability'),
      page('docs/performance.md', 'Performance'),
      page('docs/scaling.md', 'Scaling'),
      page('docs/backup-format.md', 'Backup format'),
      page('docs/threat-model.md', 'Threat model'),
    ],
  },
  {
    title: 'Inside Playkeep',
    pages: [page('docs/architecture.md', 'Architecture'), page('CHANGELOG.md', 'Changelog')],
  },
  {
    title: 'Decisions',
    is_closed: true,
    pages: decisions.map((source) => page(source, decisionLabel(source))),
  },
]

export const allPages: Page[] = sections.flatMap(({ pages }) => pages)

const BASE = '/guide'

/** Where a page is, below /guide: `docs/live.md` is `live`, and the start page is empty. */
export const slugOf = (source: string): string =>
  source
    .toLowerCase()
    .replace(/^docs\/(guide\/)?/, '')
    .replace(/(^|\/)readme\.md$/, '$1')
    .replace(/\.md$/, '')
    .replace(/\/$/, '')

export const addressOf = (slug: string): string => (slug === '' ? `${BASE}/` : `${BASE}/${slug}`)
