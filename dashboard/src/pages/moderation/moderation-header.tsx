import { Group } from '@mantine/core'
import { useGame } from '../../api/games.ts'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'

const PAGES = [
  { to: '/games/$gameId/moderation', label: 'Reports' },
  { to: '/games/$gameId/moderation/review-queue', label: 'Review queue' },
  { to: '/games/$gameId/moderation/sanctions', label: 'Warnings, mutes and bans' },
  { to: '/games/$gameId/moderation/word-filters', label: 'Word filter' },
  { to: '/games/$gameId/moderation/score-rules', label: 'Score rules' },
] as const

interface ModerationHeaderProps {
  title: (typeof PAGES)[number]['label']
  description: string
}

/** The head of the pages of moderation, with links to all of them. */
export function ModerationHeader({ title, description }: ModerationHeaderProps) {
  const game = useGame()
  return (
    <>
      <PageHeader title={title} description={description} />
      <Group component="nav" aria-label="Moderation" gap="xs" mb="md">
        {PAGES.map(({ to, label }) => (
          <ButtonLink
            key={to}
            to={to}
            params={{ gameId: game.id }}
            size="xs"
            variant={label === title ? 'light' : 'default'}
            aria-current={label === title ? 'page' : undefined}
          >
            {label}
          </ButtonLink>
        ))}
      </Group>
    </>
  )
}
