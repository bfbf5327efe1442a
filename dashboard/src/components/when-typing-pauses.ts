import { useDebouncedCallback } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'

const PAUSE_MS = 300

/**
 * Calls `change` when the typing pauses. Not if somebody has followed a link meanwhile: the change would take the click back
 * while the other page is on its way.
 */
export function useWhenTypingPauses<T>(change: (value: T) => unknown): (value: T) => void {
  const router = useRouter()
  return useDebouncedCallback((value: T) => {
    const { location, resolvedLocation } = router.state
    const is_leaving = resolvedLocation && location.pathname !== resolvedLocation.pathname
    if (!is_leaving) change(value)
  }, PAUSE_MS)
}
