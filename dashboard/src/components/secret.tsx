import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons'

/** A value to copy: an id, an address, a token. */
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
