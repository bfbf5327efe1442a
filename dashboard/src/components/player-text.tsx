import { Box, Code, Text, type TextProps, Tooltip } from '@mantine/core'
import { Fragment } from 'react'

/** Control characters, and what is not seen or changes the direction of what follows. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /([\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}])/u

/** In texts that people write, these two are no trick. */
const WRITTEN = new Set(['\n', '\t', '\ufe0f', '\u200d'])

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

interface PlayerTextProps extends TextProps {
  children: string | null | undefined
  /** Instead of an empty text. */
  empty?: string
  /** Keeps line breaks, for messages. */
  multiline?: boolean
}

/**
 * Text that a player chose: only ever text, in a direction of its own, so that it cannot reorder what stands beside it, and
 * with characters that nobody would see made visible.
 */
export function PlayerText({ children, empty = '—', multiline, ...props }: PlayerTextProps) {
  const text = children ?? ''
  if (text === '')
    return (
      <Text span inherit c="dimmed" {...props}>
        {empty}
      </Text>
    )
  const parts = text.split(INVISIBLE)
  return (
    <Text
      span
      inherit
      dir="auto"
      {...props}
      style={{
        unicodeBidi: 'isolate',
        overflowWrap: 'anywhere',
        ...(multiline ? { whiteSpace: 'pre-wrap' } : {}),
      }}
    >
      {parts.map((part, place) =>
        place % 2 === 0 || WRITTEN.has(part) ? (
          <Fragment key={place}>{part}</Fragment>
        ) : (
          <Tooltip key={place} label="A character that is not seen">
            <Code>{codeOf(part)}</Code>
          </Tooltip>
        ),
      )}
    </Text>
  )
}

/** The same for a place that takes no elements, such as the title of the page or an option of a list. */
export function plainPlayerText(text: string): string {
  const parts = text.split(INVISIBLE)
  const visible = parts.map((part, place) =>
    place % 2 === 0 || WRITTEN.has(part) ? part : `[${codeOf(part)}]`,
  )
  return `\u2068${visible.join('')}\u2069`
}

/** A short text of the player in a fixed width, cut at its end. */
export function PlayerName({ children, ...props }: PlayerTextProps) {
  return (
    <Box maw={{ base: '11rem', sm: '20rem' }} miw={0}>
      <PlayerText truncate="end" display="block" {...props}>
        {children}
      </PlayerText>
    </Box>
  )
}
