import { Text } from '@mantine/core'
import { TextLink } from './links.tsx'
import { PlayerText } from './player-text.tsx'

interface PlayerLinkProps {
  gameId: number
  /** Null: the account was deleted. */
  user: { id: number; username: string } | null
}

/** The name of a player, which leads to their page. */
export function PlayerLink({ gameId, user }: PlayerLinkProps) {
  if (user === null)
    return (
      <Text span inherit c="dimmed">
        deleted player
      </Text>
    )
  return (
    <TextLink to="/games/$gameId/players/$playerId" params={{ gameId, playerId: user.id }} inherit>
      <PlayerText>{user.username}</PlayerText>
    </TextLink>
  )
}
