import { Alert, Stack } from '@mantine/core'
import { LockClosedIcon } from '@radix-ui/react-icons'
import { lacksSecondFactor, useSession } from '../../api/session.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { NameForm, PasswordForm } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function AccountPage() {
  const session = useSession()
  const { name, email, role } = session.staff
  const is_limited = lacksSecondFactor(session)
  return (
    <Stack maw={860} gap={0}>
      <PageHeader title="Your account" description={`${name} · ${email} · ${role}`} />
      <Stack gap="lg">
        {is_limited && (
          <Alert
            color="yellow"
            icon={<LockClosedIcon />}
            title="This server requires a second factor"
          >
            Set one up below. Until then you cannot use the dashboard, and your API tokens do not
            work.
          </Alert>
        )}
        <SecondFactor />
        <NameForm key={name} />
        <PasswordForm />
        <Sessions />
        {!is_limited && <ApiTokens />}
      </Stack>
    </Stack>
  )
}
