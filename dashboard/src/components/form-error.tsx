import { Alert } from '@mantine/core'
import { CrossCircledIcon } from '@radix-ui/react-icons'
import { sentenceOf } from './notify.ts'

/** Why a form was refused, in the words of the server. Null or undefined: it was not. */
export function FormError({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null
  return (
    <Alert color="red" icon={<CrossCircledIcon />} role="alert" variant="light">
      {sentenceOf(error)}
    </Alert>
  )
}
