import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { useNavigate } from '@tanstack/react-router'
import { FormFrame } from '../players/form-frame.tsx'

interface SetUpFormProps {
  gameId: number
  navigate: ReturnType<typeof useNavigate>
  close: () => void
}

const NAME_CHARACTERS = 255

/** Asks for the name; its settings are on its page. */
export function SetUpForm({ gameId, navigate, close }: SetUpFormProps) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Write a name.' : null) },
  })
  return (
    <FormFrame
      action="Choose settings"
      error={null}
      is_busy={false}
      close={close}
      onSubmit={form.onSubmit(({ name }) => {
        close()
        void navigate({
          to: '/games/$gameId/leaderboards/board',
          params: { gameId },
          search: { name, view: 'settings' },
        })
      })}
    >
      <TextInput
        label="Name"
        description="Exactly as the game will send it. Upper and lower case differ."
        maxLength={NAME_CHARACTERS}
        dir="auto"
        spellCheck={false}
        data-autofocus
        withAsterisk
        {...form.getInputProps('name')}
      />
    </FormFrame>
  )
}
