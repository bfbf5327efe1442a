import { Playkeep } from '@playkeep/client'
import { Competition } from '@playkeep/client/competition'

interface AboutGame {
  game_id: number
  game_token: string
  /** Of the Playkeep server. */
  port: number
}

const { port, ...about }: AboutGame = await (await fetch('/game.json')).json()

/** Everything that this page wants from the server goes through here. */
export const game = new Playkeep({
  url: `${location.protocol}//${location.hostname}:${port}`,
  ...about,
})

/** Matches that end, and ratings. */
export const competition = game.use(Competition)

/** In a list, in which the signed-in player stands out. */
export const isMe = (user_id: number) => user_id === game.player?.id
