import { Button, Group, Stack } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { FormEvent, ReactNode } from 'react'
import type { Input, Operation } from '../../api/client.ts'
import type { PlayerProfile } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { FormError } from '../../components/form-error.tsx'

/** Opens a form in a modal. */
export function openForm(title: string, form: (close: () => void) => ReactNode): void {
  const id = crypto.randomUUID()
  modals.open({ modalId: id, title, children: form(() => modals.close(id)) })
}

export const REASON_CHARACTERS = 500

export const needed = (value: string) => (value.trim() === '' ? 'Write a reason.' : null)

interface FormFrameProps {
  action: string
  color?: string
  error: unknown
  is_busy: boolean
  /** False: what was typed cannot be sent. */
  is_possible?: boolean
  close: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** Without the checks of the browser, whose words look different in each. */
export function FormFrame(props: FormFrameProps) {
  const { action, color, error, is_busy, is_possible = true, close, onSubmit, children } = props
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        <FormError error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color={color} loading={is_busy} disabled={!is_possible}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Calls the operation, says that it is done, and closes the form; a failure stays in the form. */
export function useAction<O extends Operation>(operation: O, done: string, close: () => void) {
  const change = useChange(operation, { done, onDone: close, notifyFailure: false })
  return {
    error: change.error,
    is_busy: change.isPending,
    send: (input: Input<O>) => change.mutate(input),
  }
}

export type Named = Pick<PlayerProfile, 'id' | 'game_id'>

export const idsOf = ({ id, game_id }: Named) => ({ id: game_id, user_id: id })
