import { Alert, Button, EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core'
import { CrossCircledIcon, ReloadIcon } from '@radix-ui/react-icons'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { sentenceOf } from './notify.ts'

interface NothingProps {
  title: string
  /** What this is, and how it gets here. */
  description?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** There is nothing yet, or nothing that matches. */
export function Nothing({ title, description, icon, action }: NothingProps) {
  return (
    <EmptyState
      py="xl"
      title={title}
      description={description}
      icon={icon}
      withIndicatorBackground={icon !== undefined}
    >
      {action && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  )
}

interface FailureProps {
  error: unknown
  /** Tries it again. */
  onRetry?: () => unknown
}

/** Something could not be read. */
export function Failure({ error, onRetry }: FailureProps) {
  const request_id = error instanceof ApiError ? error.request_id : ''
  return (
    <Alert color="red" icon={<CrossCircledIcon />} title="This could not be loaded" role="alert">
      <Text size="sm">{sentenceOf(error)}</Text>
      {request_id && (
        <Text size="xs" c="dimmed" mt={4}>
          Request {request_id}
        </Text>
      )}
      {onRetry && (
        <Group mt="sm">
          <Button
            size="xs"
            variant="default"
            leftSection={<ReloadIcon />}
            onClick={() => void onRetry()}
          >
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  )
}

/** While something is read that is not a table. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} h={20} w={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  )
}

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  lines?: number
  children: (value: T) => ReactNode
}

/** Shows what a query has read: a skeleton before, and what to do if it failed. */
export function Loaded<T>({ query, lines, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failure error={query.error} onRetry={query.refetch} />
  return <Loading {...(lines === undefined ? {} : { lines })} />
}
