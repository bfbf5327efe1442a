import { Badge, Tooltip } from '@mantine/core'
import { formatTime } from '../../components/format.tsx'

interface State {
  is_guest: boolean
  banned_until: string | null
  muted_until: string | null
}

const until = (time: string) => (time.startsWith('9999') ? 'Forever' : `Until ${formatTime(time)}`)

/** What staff should know at the first look. */
export function PlayerBadges({ is_guest, banned_until, muted_until }: State) {
  return (
    <>
      {banned_until && (
        <Tooltip label={until(banned_until)}>
          <Badge color="red.9" flex="none">
            Banned
          </Badge>
        </Tooltip>
      )}
      {muted_until && (
        <Tooltip label={until(muted_until)}>
          <Badge color="orange" autoContrast flex="none">
            Muted
          </Badge>
        </Tooltip>
      )}
      {is_guest && (
        <Tooltip label="Plays without a password">
          <Badge variant="default" flex="none">
            Guest
          </Badge>
        </Tooltip>
      )}
    </>
  )
}
