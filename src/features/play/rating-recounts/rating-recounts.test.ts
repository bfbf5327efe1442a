import { expect } from 'vitest'
import { finish, playRound, rateGameType } from '../../../../test/support/ratings.ts'
import { entryAt } from '../../../../test/support/rounds.ts'
import { codeOf, playkeep } from '../../../../test/support/servers.ts'
import { onEachEngine, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { erasePlayer } from '../../players/personal-data/rules.ts'
import { recountRatings } from './rules.ts'

const ofGame = statement<{ game_id: number }, object>(`
  select user_id, game_type, mu, sigma, rating, rounds from ratings where game_id = :game_id
   order by user_id`)

const historyOfGame = statement<{ game_id: number }, object>(`
  select changes.id, changes.user_id, changes.place, changes.mu_before, changes.sigma_before,
         changes.rating_before, changes.mu_after, changes.sigma_after, changes.rating_after
    from rating_changes as changes
    join rated_rounds as rated on rated.multiplayer_game_round_id = changes.multiplayer_game_round_id
   where rated.game_id = :game_id order by changes.id`)

async function stored({ context: { db }, game }: World) {
  const of = { game_id: game.id }
  return { ratings: await db.all(ofGame, of), history: await db.all(historyOfGame, of) }
}

async function recount(world: World, is_applied: boolean) {
  const recounted = []
  const wanted = { game_id: world.game.id, is_applied, onProgress: () => {} }
  for await (const one of recountRatings(world.context, wanted)) recounted.push(one)
  return entryAt(recounted, 0)
}

const damage = [
  statement<{ game_id: number; user_id: number }>(
    `update ratings set mu = mu + 1, rating = 5000 where game_id = :game_id and user_id = :user_id`,
    { updates: 'ratings' },
  ),
  statement<{ game_id: number; user_id: number }>(
    `delete from ratings where game_id = :game_id and user_id > :user_id`,
    { deletes: 'ratings' },
  ),
  statement<{ game_id: number; user_id: number }>(
    `update rating_changes set mu_after = 0, rating_after = 0 where user_id = :user_id`,
    { updates: 'rating_changes' },
  ),
]

const PLAYERS = 8
const ROUNDS = 24

onEachEngine(
  'a recount gives exactly the ratings of rounds that finished at once with the same players',
  async (world) => {
    await rateGameType(world, 'duel')
    const players = await world.players(PLAYERS)
    const rounds = await Promise.all(
      Array.from({ length: ROUNDS }, async (_, round) => {
        // Some have teams, some equal scores, some no score.
        const results = Array.from({ length: 2 + (round % 4) }, (__, seat) => ({
          player: entryAt(players, (round + seat * 3) % PLAYERS),
          ...(seat === 3 ? {} : { score: (round * 7 + seat * 5) % 4 }),
          ...(round % 3 === 0 ? { team: seat % 2 } : {}),
        }))
        return { id: await playRound(world, 'duel', results), results }
      }),
    )
    const replies = await Promise.all(
      rounds.map(({ id, results }) => finish(world, id, entryAt(results, 0))),
    )
    expect(replies.map(({ status }) => status)).toEqual(rounds.map(() => 200))
    const right = await stored(world)
    const nothing = {
      rounds: ROUNDS,
      players: PLAYERS,
      wrong_ratings: 0,
      wrong_changes: 0,
      shown: [],
    }
    expect(await recount(world, false)).toMatchObject(nothing)
    expect(right.history.length).toBe(rounds.flatMap(({ results }) => results).length)

    // What is wrong is shown, and then corrected to the last digit.
    const of = { game_id: world.game.id, user_id: entryAt(players, 3).id }
    await world.context.db.transaction(async (tx) => {
      for (const one of damage) await tx.run(one, of)
    })
    const env = { DATABASE_URL: world.context.config.DATABASE_URL }
    const args = ['ratings', 'recount', '--game', String(world.game.id)]
    const command = playkeep(args, env)
    expect(await codeOf(command)).toBe(1)
    expect(command.stdout).toContain(`✗ User ${of.user_id}: `)
    const wrong_ratings = 1 + players.filter(({ id }) => id > of.user_id).length
    expect(command.stdout).toContain(`${PLAYERS} players recounted, ${wrong_ratings} ratings and `)
    const applied = playkeep([...args, '--game-type', 'duel', '--apply'], env)
    expect([await codeOf(applied), applied.stderr]).toEqual([0, ''])
    expect(await stored(world)).toEqual(right)

    // The others' ratings still follow from the rounds of somebody who is gone.
    await erasePlayer(world.context, entryAt(players, 1).id)
    await entryAt(players, 2).delete(`/users/${entryAt(players, 2).id}`)
    const left = { ...nothing, players: PLAYERS - 2 }
    expect(await recount(world, true)).toMatchObject(left)
    expect((await stored(world)).ratings).toHaveLength(PLAYERS - 2)
  },
)
