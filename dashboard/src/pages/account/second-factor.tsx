import { Badge, Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { FormError } from '../../components/form-error.tsx'
import { SecondFactorSetUp } from '../../components/second-factor.tsx'
import { Section } from '../../components/section.tsx'

function PasswordStep({ onEntered }: { onEntered: (password: string) => void }) {
  const form = useForm({ initialValues: { password: '' } })
  return (
    <form onSubmit={form.onSubmit(({ password }) => onEntered(password))}>
      <Stack>
        <PasswordInput
          label="Your password"
          required
          data-autofocus
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <Button type="submit">Continue</Button>
        </Group>
      </Stack>
    </form>
  )
}

function RemovalForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ initialValues: { current_password: '', code: '' } })
  const remove = useChange('admin.me.removeSecondFactor', {
    done: 'The second factor is off.',
    notifyFailure: false,
    onDone,
  })
  return (
    <form onSubmit={form.onSubmit((values) => remove.mutate(values))}>
      <Stack>
        <PasswordInput
          label="Your password"
          required
          data-autofocus
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <TextInput
          label="Code from your authenticator app, or a recovery code"
          required
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
        <FormError error={remove.error} />
        <Group justify="flex-end">
          <Button type="submit" color="red" loading={remove.isPending}>
            Turn off
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function SetUpSteps({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  if (password === '') return <PasswordStep onEntered={setPassword} />
  return <SecondFactorSetUp password={password} onDone={onDone} />
}

export function SecondFactor() {
  const { staff, second_factor_required } = useSession()
  const [is_open, { open, close }] = useDisclosure()
  // Stays as it was when the modal was opened: setting it up changes the account before the recovery codes were read.
  const [is_removal, setRemoval] = useState(false)
  const start = () => {
    setRemoval(staff.second_factor)
    open()
  }
  return (
    <>
      <Section
        title="Second factor"
        description={
          staff.second_factor
            ? 'Signing in needs a code from your authenticator app, or a recovery code.'
            : 'Signing in then needs a code from your phone besides your password. Somebody who knows only your password cannot sign in.'
        }
        actions={
          <Group gap="sm">
            <Badge variant="light" color={staff.second_factor ? 'green' : 'gray'} tt="none">
              {staff.second_factor ? 'on' : 'off'}
            </Badge>
            <Button variant={staff.second_factor ? 'default' : 'filled'} onClick={start}>
              {staff.second_factor ? 'Turn off' : 'Set up'}
            </Button>
          </Group>
        }
      />
      <Modal
        opened={is_open}
        onClose={close}
        size="lg"
        closeOnClickOutside={false}
        title={is_removal ? 'Turn off the second factor' : 'Set up a second factor'}
      >
        {is_removal && second_factor_required && (
          <FormError
            error={
              new Error(
                'This server requires a second factor: you will have to set one up again at once.',
              )
            }
          />
        )}
        {is_removal ? <RemovalForm onDone={close} /> : <SetUpSteps onDone={close} />}
      </Modal>
    </>
  )
}
