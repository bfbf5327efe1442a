import { useDebouncedCallback } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

const PAUSE_MS = 300

/**
 * Calls `change` when the typing pauses. Not if somebody has followed a link to another page meanwhile: the change would take
 * the click back, or apply to the other page.
 */
export function useWhenTypingPauses<T>(change: (value: T) => unknown): (value: T) => void {
  const router = useRouter()
  const typed_on = useRef('')
  const changeLater = useDebouncedCallback((value: T) => {
    if (router.state.location.pathname === typed_on.current) change(value)
  }, PAUSE_MS)
  return (value) => {
    typed_on.current = router.state.location.pathname
    changeLater(value)
  }
}
