import { Group, Text } from '@mantine/core'
import icon from './icon.svg'

export function Logo({ nameFrom }: { nameFrom?: 'sm' }) {
  return (
    <Group gap={10} wrap="nowrap">
      <img src={icon} alt="" width={28} height={28} />
      <Text fw={700} fz={17} c="bright" {...(nameFrom ? { visibleFrom: nameFrom } : {})}>
        Playkeep
      </Text>
    </Group>
  )
}
