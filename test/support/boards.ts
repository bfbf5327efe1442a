import { onTestFinished } from 'vitest'
import { seasonsJob } from '../../src/jobs/seasons.ts'
import type { Player, World } from './world.ts'

/** The server's clock, which moves only when the test says so. */
export function useClock(world: World, at: string) {
  const { context } = world
  const { now } = context
  let time = Date.parse(at)
  context.now = () => time
  onTestFinished(() => void (context.now = now))
  return { set: (to: string) => void (time = Date.parse(to)) }
}

export const settingsPath = (world: World, name: string) =>
  `//admin/api/games/${world.game.id}/leaderboards/${name}/settings`

export const changeBoard = (world: World, name: string, settings: object) =>
  world.system.put(settingsPath(world, name), settings)

export const enter = (player: Player, leaderboard_name: string, score: number, more: object = {}) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score, ...more })

export const listBoard = async (player: Player, { game }: World, name: string, query = '') => {
  const path = `/games/${game.id}/leaderboard_entries?leaderboard_name=${name}&one_per_user=true`
  const { body } = await player.get(path + query)
  return body.leaderboard_entries.map(
    ({ game_user_id, score, rank }: { game_user_id: number; score: number; rank: number }) => [
      game_user_id,
      score,
      rank,
    ],
  )
}

export const seasonsOf = async (player: Player, { game }: World, name: string) =>
  (await player.get(`/games/${game.id}/leaderboards/${name}/seasons`)).body

export const runSeasons = (world: World) =>
  seasonsJob.run(world.context, AbortSignal.timeout(60_000))
