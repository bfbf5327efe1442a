import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { ExclamationTriangleIcon } from '@radix-ui/react-icons'
import type { ReactNode } from 'react'
import { Copyable } from './secret.tsx'

interface ShownOnce {
  title: string
  /** What it is for, and where to keep it. */
  text: ReactNode
  /** Each with its name. */
  values: { label: string; value: string }[]
}

/** Shows a new secret. Only a click on its button closes it, because nobody can see it again. */
export function showOnce({ title, text, values }: ShownOnce): void {
  const id = crypto.randomUUID()
  modals.open({
    modalId: id,
    title,
    closeOnClickOutside: false,
    closeOnEscape: false,
    withCloseButton: false,
    children: (
      <Stack>
        <Alert color="yellow" icon={<ExclamationTriangleIcon />}>
          Copy it now. It is not shown again.
        </Alert>
        <Text size="sm" component="div">
          {text}
        </Text>
        {values.map(({ label, value }) => (
          <Stack key={label} gap={2}>
            <Text size="sm" fw={500}>
              {label}
            </Text>
            <Copyable value={value} label={`Copy the ${label.toLowerCase()}`} />
          </Stack>
        ))}
        <Group justify="flex-end">
          <Button onClick={() => modals.close(id)}>I have copied it</Button>
        </Group>
      </Stack>
    ),
  })
}
