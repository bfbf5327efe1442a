import { ActionIcon, Alert, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons'
import type { ReactNode } from 'react'

/** A value to copy: an id, a URL, a token. */
export function Copyable({ value, label = 'Copy' }: { value: string; label?: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : label}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'green' : 'gray'}
              onClick={copy}
              aria-label={label}
            >
              {copied ? <CheckIcon /> : <CopyIcon />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}

interface ShownOnceProps {
  /** What it is, such as "The token of the game". */
  title: string
  value: string
  children?: ReactNode
}

/** A secret of which the server keeps only a hash. */
export function ShownOnce({ title, value, children }: ShownOnceProps) {
  return (
    <Alert color="yellow" title={`${title}: shown only now`}>
      <Stack gap="xs">
        <Copyable value={value} />
        {children && (
          <Text size="sm" component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
