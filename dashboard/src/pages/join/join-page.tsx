import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ApiError } from '../../api/client.ts'
import { lacksSecondFactor, MIN_PASSWORD, startSession } from '../../api/session.ts'
import { FormError } from '../../components/form-error.tsx'
import { SecondFactorSetUp } from '../../components/second-factor.tsx'
import { Door } from '../../layout/door.tsx'

/** Behind the `#`, so that no server and no log in between ever sees it. */
const readToken = () => location.hash.slice(1)

interface NewAccountProps {
  onJoined: (password: string, is_required: boolean) => void
}

function NewAccount({ onJoined }: NewAccountProps) {
  const [error, setError] = useState<unknown>(null)
  const [is_busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      password: (value) =>
        value.length < MIN_PASSWORD ? `At least ${MIN_PASSWORD} characters.` : null,
    },
  })
  const submit = async (values: typeof form.values) => {
    setBusy(true)
    setError(null)
    try {
      const { csrf_token } = await api('admin.staff.join', { token: readToken(), ...values })
      const session = await startSession(csrf_token)
      onJoined(values.password, lacksSecondFactor(session))
    } catch (problem) {
      setBusy(false)
      setError(problem)
    }
  }
  const is_used = error instanceof ApiError && error.code === 'invitation_not_found'
  return (
    <Door
      title="Create your account"
      description="You were invited to the dashboard of this server. With the link that the server printed at its start, this account becomes its owner."
    >
      <form onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack>
          <TextInput
            label="Name"
            description="Other staff see it, also in the audit log."
            required
            autoFocus
            autoComplete="name"
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Email"
            description="You sign in with it."
            type="email"
            required
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            description={`At least ${MIN_PASSWORD} characters.`}
            required
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <FormError error={error} />
          {is_used && (
            <Text size="sm" c="dimmed">
              Whoever runs the server gets a new link with <code>playkeep staff invite</code>, or
              with a restart while there is no owner. An owner invites from the page Staff.
            </Text>
          )}
          <Button type="submit" loading={is_busy} fullWidth>
            Create account
          </Button>
        </Stack>
      </form>
    </Door>
  )
}

export function JoinPage() {
  const router = useRouter()
  const [joined, setJoined] = useState<{ password: string; is_required: boolean }>()
  const [is_setting_up, setSettingUp] = useState(false)
  const leave = () => router.history.push('/games')

  if (readToken() === '' && !joined)
    return (
      <Door title="This link is not complete">
        <Text size="sm">
          Copy the whole link, with everything after the <code>#</code>, and open it again.
        </Text>
      </Door>
    )
  if (!joined)
    return <NewAccount onJoined={(password, is_required) => setJoined({ password, is_required })} />
  if (is_setting_up)
    return (
      <Door title="Second factor" wide>
        <SecondFactorSetUp password={joined.password} onDone={leave} />
      </Door>
    )
  return (
    <Door
      title="Add a second factor"
      description={
        joined.is_required
          ? 'This server requires it: signing in needs a code from your phone besides your password.'
          : 'Signing in then needs a code from your phone besides your password. You can also set it up later in your account.'
      }
    >
      <Group grow>
        {!joined.is_required && (
          <Button variant="default" onClick={leave}>
            Later
          </Button>
        )}
        <Button onClick={() => setSettingUp(true)}>Set it up</Button>
      </Group>
    </Door>
  )
}
