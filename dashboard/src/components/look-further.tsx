import { Button } from '@mantine/core'
import { useList } from './paging.ts'
import { Nothing } from './states.tsx'

/** Instead of an empty first page of a list that the server looks through in parts: the next part may have some. */
export function LookFurther({ next }: { next: number }) {
  const { goNext } = useList()
  return (
    <Nothing
      title="None among the latest"
      description="There may be older ones."
      action={
        <Button variant="default" onClick={() => void goNext(next)}>
          Look further back
        </Button>
      }
    />
  )
}
