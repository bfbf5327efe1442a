import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useState } from 'react'
import { FormError } from './form-error.tsx'
import { plainPlayerText } from './player-text.tsx'

interface ConfirmOptions {
  title: string
  /** What will happen, and whether it can be undone. */
  text: ReactNode
  /** On the button: a verb and its object, such as "Delete player". */
  action: string
  /** Keeps the modal open, with the reason, while it fails. */
  onConfirm: () => unknown
  /** False: nothing is lost by it. */
  destructive?: boolean
}

interface ConfirmFormProps extends Omit<ConfirmOptions, 'title'> {
  typed?: string
  close: () => void
}

function ConfirmForm({ text, action, onConfirm, typed, close, destructive }: ConfirmFormProps) {
  const [entered, setEntered] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [is_busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      close()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {text}
        </Text>
        {typed !== undefined && (
          <TextInput
            label={`Type ${plainPlayerText(typed)} to confirm`}
            value={entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <FormError error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={destructive ? 'red' : undefined}
            loading={is_busy}
            disabled={typed !== undefined && entered !== typed}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function open(options: ConfirmOptions, typed?: string): void {
  const { title, ...form } = options
  const id = crypto.randomUUID()
  modals.open({
    modalId: id,
    title,
    children: (
      <ConfirmForm
        destructive
        {...form}
        {...(typed === undefined ? {} : { typed })}
        close={() => modals.close(id)}
      />
    ),
  })
}

/** Asks before something that is easily repaired. */
export const confirm = (options: ConfirmOptions) => open(options)

/** Asks for the name of what will be lost for good. */
export const confirmByTyping = (name: string, options: ConfirmOptions) => open(options, name)
