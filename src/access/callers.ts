import { Refusal } from '../errors.ts'

export function signedIn<P>({ player }: { player: P | null }): P {
  if (!player) throw new Refusal('not_signed_in')
  return player
}

/** The player whose own `/users/{id}/…` this is: nobody else may write there. */
export function self<P extends { id: number }>(request: {
  player: P | null
  params: { id: number }
}): P {
  const player = signedIn(request)
  if (player.id !== request.params.id) throw new Refusal('not_your_account')
  return player
}
