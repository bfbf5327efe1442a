import { Code, ScrollArea, Text } from '@mantine/core'

/** Any value as indented JSON. Characters that are not seen are escaped. */
export const toJson = (value: unknown) =>
  (JSON.stringify(value, null, 2) ?? 'undefined').replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

interface JsonValueProps {
  value: unknown
  /** Longer ones scroll. */
  maxHeight?: number
  label?: string
}

export function JsonValue({ value, maxHeight = 360, label = 'JSON' }: JsonValueProps) {
  const is_empty =
    value === null ||
    value === undefined ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  if (is_empty)
    return (
      <Text size="sm" c="dimmed">
        Nothing
      </Text>
    )
  return (
    <ScrollArea.Autosize
      mah={maxHeight}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <Code block dir="ltr">
        {toJson(value)}
      </Code>
    </ScrollArea.Autosize>
  )
}
