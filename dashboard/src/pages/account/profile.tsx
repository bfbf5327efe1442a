import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../api/queries.ts'
import { MIN_PASSWORD, useStaff } from '../../api/session.ts'
import { FormError } from '../../components/form-error.tsx'
import { Section } from '../../components/section.tsx'

export function NameForm() {
  const { name } = useStaff()
  const form = useForm({ initialValues: { name, current_password: '' } })
  const change = useChange('admin.me.change', {
    done: 'Your name was changed.',
    notifyFailure: false,
    onDone: () => form.setFieldValue('current_password', ''),
  })
  return (
    <Section title="Name" description="Other staff see it, also in the audit log.">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack maw={420}>
          <TextInput label="Name" required autoComplete="name" {...form.getInputProps('name')} />
          {form.values.name !== name && (
            <PasswordInput
              label="Your password"
              required
              autoComplete="current-password"
              {...form.getInputProps('current_password')}
            />
          )}
          <FormError error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending} disabled={form.values.name === name}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

export function PasswordForm() {
  const { second_factor, email } = useStaff()
  const form = useForm({
    initialValues: { current_password: '', password: '', code: '' },
    validate: {
      password: (value) =>
        value.length < MIN_PASSWORD ? `At least ${MIN_PASSWORD} characters.` : null,
    },
  })
  const change = useChange('admin.me.change', {
    done: 'Your password was changed. All other browsers are signed out.',
    notifyFailure: false,
    onDone: () => form.reset(),
  })
  return (
    <Section title="Password" description="A new password signs out all your other browsers.">
      <form
        onSubmit={form.onSubmit(({ code, ...values }) =>
          change.mutate({ ...values, ...(second_factor ? { code } : {}) }),
        )}
      >
        <Stack maw={420}>
          {/* For password managers, which need to know whose password it is. */}
          <input hidden autoComplete="username" value={email} readOnly />
          <PasswordInput
            label="Current password"
            required
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${MIN_PASSWORD} characters.`}
            required
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {second_factor && (
            <TextInput
              label="Code from your authenticator app, or a recovery code"
              required
              autoComplete="one-time-code"
              {...form.getInputProps('code')}
            />
          )}
          <FormError error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
