import {
  ActionIcon,
  Avatar,
  Menu,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { DesktopIcon, ExitIcon, MoonIcon, PersonIcon, SunIcon } from '@radix-ui/react-icons'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import { endSession, useStaff } from '../api/session.ts'

export function AccountMenu() {
  const { name, email, role } = useStaff()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useChange('admin.sessions.signOut', {
    onDone: async () => {
      await navigate({ to: '/sign-in' })
      endSession()
    },
  })
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="transparent" size="lg">
          <Avatar name={name} color="keep" size={32} alt="" />
          <VisuallyHidden>Your account</VisuallyHidden>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="bright" truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {email} · {role}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<PersonIcon />} onClick={() => void navigate({ to: '/account' })}>
          Your account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => {
            if (value === 'light' || value === 'dark' || value === 'auto') setColorScheme(value)
          }}
        >
          <Menu.RadioItem value="light" rightSection={<SunIcon />}>
            Light
          </Menu.RadioItem>
          <Menu.RadioItem value="dark" rightSection={<MoonIcon />}>
            Dark
          </Menu.RadioItem>
          <Menu.RadioItem value="auto" rightSection={<DesktopIcon />}>
            Same as the system
          </Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<ExitIcon />} onClick={() => signOut.mutate({})}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
