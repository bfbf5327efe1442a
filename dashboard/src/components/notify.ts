import { notifications } from '@mantine/notifications'

/** The sentence of the server, or what else is known. */
export const sentenceOf = (error: unknown) =>
  error instanceof Error ? error.message : 'Something went wrong. Try again.'

export const showSuccess = (message: string) => notifications.show({ message, color: 'green' })

export const showFailure = (error: unknown) =>
  notifications.show({
    title: 'That did not work',
    message: sentenceOf(error),
    color: 'red',
    autoClose: 10_000,
  })
