import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { statement } from '../../src/storage/statement.ts'
import { serve } from '../support/servers.ts'
import {
  Client,
  createGame,
  emptyDatabase,
  ENGINES,
  Player,
  SYSTEM_KEY,
  unique,
} from '../support/world.ts'

const TICKETS = '/matchmaking/tickets'
const [SYSTEM_NAME = '', SYSTEM_TOKEN = ''] = SYSTEM_KEY.split(':')

interface Waiting {
  player: Player
  ticket_id: number
}

async function createPlayers(url: string, count: number): Promise<Player[]> {
  const headers = { 'service-key-name': SYSTEM_NAME, 'service-key-token': SYSTEM_TOKEN }
  const system = new Client(url, headers)
  const { id: game_id } = await createGame({ url })
  await system.put(`//admin/api/games/${game_id}/matchmaking/duel`)
  const create = async () => {
    const username = unique('player')
    const user = { game_id, username, email: `${username}@example.com` }
    return new Player(url, (await system.post('/test_suite/create_user', user)).body)
  }
  return Promise.all(Array.from({ length: count }, create))
}

/** The same player at another process. */
const at = (url: string, { token }: Player) => new Client(url, { 'authentication-token': token })

const enterAll = (players: Player[], urls: string[]): Promise<Waiting[]> =>
  Promise.all(
    players.map(async (player, index) => {
      const client = at(urls[index % urls.length] ?? '', player)
      const { status, body } = await client.post(TICKETS, { game_type: 'duel' })
      expect(status).toBe(201)
      return { player, ticket_id: Number(body.id) }
    }),
  )

const readAll = (tickets: Waiting[], url: string) =>
  Promise.all(
    tickets.map(async ({ player, ticket_id }) => {
      const { body } = await at(url, player).get(`${TICKETS}/${ticket_id}`)
      return { state: String(body.state), round: Number(body.multiplayer_game_round_id) }
    }),
  )

const countSeats = statement<Record<string, never>, { seats: number }>(
  `select count(*) as seats from multiplayer_round_players group by user_id`,
)

for (const engine of ENGINES) {
  test(`nobody is lost or in two matches when a process that matches is killed [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const env = { DATABASE_URL: database.url, SYSTEM_KEY, RATE_LIMIT: 'off', MIGRATE: 'on' }
    const first = await serve(env)
    const players = await createPlayers(first.url, 60)
    const others = engine === 'postgres' ? [await serve(env), await serve(env)] : []
    const urls = [first.url, ...others.map(({ url }) => url)]

    const early = await enterAll(players.slice(0, 30), urls)
    await expect
      .poll(async () => (await readAll(early, first.url)).some(({ round }) => round > 0), {
        timeout: 60_000,
      })
      .toBe(true)
    const late = await enterAll(players.slice(30), urls)
    await first.program.kill('SIGKILL')
    const survivor = others[0] ?? (await serve(env))
    const tickets = [...early, ...late]
    await expect
      .poll(
        async () =>
          (await readAll(tickets, survivor.url)).filter(({ state }) => state !== 'matched').length,
        { timeout: 60_000 },
      )
      .toBe(0)

    const rounds = await readAll(tickets, survivor.url)
    const by_round = Map.groupBy(rounds, ({ round }) => round)
    expect(by_round.size).toBe(30)
    expect([...by_round.values()].every(({ length }) => length === 2)).toBe(true)
    for (const { program } of new Set([survivor, ...others])) await program.kill('SIGTERM')
    const db = await openDatabase({ url: database.url, pool_size: 2 })
    const seats = await db.all(countSeats, {})
    expect(seats).toHaveLength(players.length)
    expect(seats.every((row) => row.seats === 1)).toBe(true)
    await db.close()
    await database.remove()
  })
}
