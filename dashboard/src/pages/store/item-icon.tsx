import { Avatar } from '@mantine/core'
import { CubeIcon } from '@radix-ui/react-icons'

interface ItemIconProps {
  /** Only https addresses are loaded: the server's policy refuses others. */
  url: string | null
  size?: number
}

export function ItemIcon({ url, size = 36 }: ItemIconProps) {
  return (
    <Avatar
      src={url}
      alt=""
      radius="sm"
      size={size}
      imageProps={{ referrerPolicy: 'no-referrer', loading: 'lazy' }}
    >
      <CubeIcon aria-hidden />
    </Avatar>
  )
}
