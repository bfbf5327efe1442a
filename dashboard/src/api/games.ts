import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ListedGame } from './contract.ts'
import { read } from './queries.ts'

/** Read before the first page is shown: the navigation and most pages need it. */
export const games = read('admin.games.list', {})

/** All games that the signed-in person may see. */
export const useGames = (): ListedGame[] => useSuspenseQuery(games).data.games

/** The game in the URL. Undefined: the page is about no game, or there is none with this id. */
export function useCurrentGame(): ListedGame | undefined {
  const { gameId } = useParams({ strict: false })
  return useGames().find(({ id }) => id === gameId)
}

/** The game of this page. Only for pages below /games/$gameId, which are shown only if it exists. */
export function useGame(): ListedGame {
  const game = useCurrentGame()
  if (!game) throw new Error('There is no such game.')
  return game
}
