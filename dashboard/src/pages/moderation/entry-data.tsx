import { Anchor, Text } from '@mantine/core'
import { JsonValue } from '../../components/json-value.tsx'
import { PlayerText } from '../../components/player-text.tsx'
import { openForm } from '../players/form-frame.tsx'

/** As much as is shown without a click. */
const FEW_CHARACTERS = 40

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What the game has sent with an entry. Nothing, if that is nothing. */
export function EntryData({ text }: { text: string }) {
  if (text === '{}' || text === '') return null
  return (
    <>
      <Text size="xs" c="dimmed" lineClamp={2} maw="16rem">
        Data: <PlayerText>{text}</PlayerText>
      </Text>
      {text.length > FEW_CHARACTERS && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() =>
            openForm('Data of the entry', () => (
              <JsonValue value={parse(text)} label="Data of the entry" />
            ))
          }
        >
          Show all data
        </Anchor>
      )}
    </>
  )
}
