import { TextInput, type TextInputProps } from '@mantine/core'

const NAME_CHARACTERS = 255

export const gameTypeProblem = (game_type: string) =>
  game_type.trim() === '' ? 'Write a game type.' : null

/** The name of a game type, for something that does not exist yet. */
export function GameTypeInput(props: TextInputProps) {
  return (
    <TextInput
      label="Game type"
      description="Exactly as the game sends it. Upper and lower case differ."
      maxLength={NAME_CHARACTERS}
      dir="auto"
      spellCheck={false}
      data-autofocus
      withAsterisk
      {...props}
    />
  )
}
