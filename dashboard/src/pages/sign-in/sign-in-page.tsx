import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, ApiError } from '../../api/client.ts'
import { startSession } from '../../api/session.ts'
import { FormError } from '../../components/form-error.tsx'
import { Door } from '../../layout/door.tsx'

const route = getRouteApi('/sign-in')

/** Only a path of this dashboard: a link that somebody was sent must not lead to another site. */
const safePath = (to: string | undefined) =>
  to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/games'

/** Counts down from what the server said after too many wrong attempts. 0: there is nothing to wait for. */
function useWait() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds <= 0) return undefined
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds] as const
}

const isCodeNeeded = (error: unknown) =>
  error instanceof ApiError && error.code === 'second_factor_needed'

export function SignInPage() {
  const { to } = route.useSearch()
  const router = useRouter()
  const [needs_code, setNeedsCode] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [is_busy, setBusy] = useState(false)
  const [wait, setWait] = useWait()
  const form = useForm({ initialValues: { email: '', password: '', code: '' } })

  const submit = async ({ email, password, code }: typeof form.values) => {
    setBusy(true)
    setError(null)
    try {
      const { csrf_token } = await api('admin.sessions.start', {
        email,
        password,
        ...(code ? { code } : {}),
      })
      await startSession(csrf_token)
      router.history.push(safePath(to))
    } catch (problem) {
      setBusy(false)
      if (problem instanceof ApiError) setWait(problem.retry_after_seconds ?? 0)
      if (isCodeNeeded(problem)) setNeedsCode(true)
      else setError(problem)
    }
  }

  return (
    <Door
      title="Sign in"
      description={
        needs_code
          ? 'Enter the code that your authenticator app shows, or one of your recovery codes.'
          : 'To the dashboard of this server.'
      }
    >
      <form onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack>
          {needs_code ? (
            <TextInput
              label="Code"
              autoFocus
              required
              autoComplete="one-time-code"
              {...form.getInputProps('code')}
            />
          ) : (
            <>
              <TextInput
                label="Email"
                type="email"
                autoFocus
                required
                autoComplete="username"
                {...form.getInputProps('email')}
              />
              <PasswordInput
                label="Password"
                required
                autoComplete="current-password"
                {...form.getInputProps('password')}
              />
            </>
          )}
          <FormError error={error} />
          <Button type="submit" loading={is_busy} disabled={wait > 0} fullWidth>
            {wait > 0 ? `Wait ${wait} seconds` : needs_code ? 'Confirm' : 'Sign in'}
          </Button>
          {needs_code && (
            <Button
              variant="subtle"
              onClick={() => {
                setNeedsCode(false)
                setError(null)
                form.setFieldValue('code', '')
              }}
            >
              Use another account
            </Button>
          )}
        </Stack>
      </form>
    </Door>
  )
}
