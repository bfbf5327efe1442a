import { Container } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failure } from '../components/states.tsx'

/** Instead of a page that failed. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Container py="xl">
      <Failure
        error={error}
        onRetry={() => {
          reset()
          return router.invalidate()
        }}
      />
    </Container>
  )
}
