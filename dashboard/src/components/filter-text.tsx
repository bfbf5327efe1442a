import { CloseButton, TextInput } from '@mantine/core'
import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { useEffect, useRef, useState } from 'react'
import { useWhenTypingPauses } from './when-typing-pauses.ts'

interface FilterTextProps {
  label: string
  placeholder?: string
  /** The value in the URL. */
  value: string | undefined
  /** Called when the typing pauses. Undefined: no filter. */
  onFilter: (value: string | undefined) => unknown
  /** Only digits. */
  numeric?: boolean
}

/** A filter of a list. Its value is in the URL. */
export function FilterText({ label, placeholder, value, onFilter, numeric }: FilterTextProps) {
  const [text, setText] = useState(value ?? '')
  const sent = useRef(value)
  const send = (wanted: string) => {
    sent.current = wanted || undefined
    onFilter(sent.current)
  }
  const sendLater = useWhenTypingPauses(send)
  // The URL was changed by something else, such as the back button.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value ?? '')
  }, [value])
  const change = (typed: string) => {
    const wanted = numeric ? typed.replaceAll(/\D/g, '') : typed
    setText(wanted)
    sendLater(wanted)
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder ?? label}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<MagnifyingGlassIcon aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label={`Clear: ${label}`} onClick={() => change('')} />
      }
      inputMode={numeric ? 'numeric' : 'text'}
      maxLength={numeric ? 15 : 64}
      w={{ base: '100%', xs: 220 }}
    />
  )
}
