import { Badge } from '@mantine/core'

export function RatedState({ enabled }: { enabled: boolean }) {
  return (
    <Badge variant="light" color={enabled ? 'green' : 'gray'} tt="none">
      {enabled ? 'Rated' : 'Switched off'}
    </Badge>
  )
}
