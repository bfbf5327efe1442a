import { Connection } from '../torture/connection.ts'

export const SYSTEM_KEY = 'soak:only-for-soak-tests-0123456789'
const [SYSTEM_NAME = '', SYSTEM_TOKEN = ''] = SYSTEM_KEY.split(':')
/** The password of users that the test suite creates. */
export const PASSWORD = 'password'

export interface SoakPlayer {
  id: number
  token: string
  username: string
  email: string
  /** The player's own address, which the server learns from its proxy. */
  address: string
  /** A chat with the next player. */
  chat_id: number
}

export interface Fixture {
  url: string
  game: { id: number; token: string }
  honest: SoakPlayer[]
  hostile: SoakPlayer[]
}

async function post(connection: Connection, url: string, body: object, headers: object) {
  const request = { method: 'POST', url, body, headers: { ...headers } }
  const { status, text } = await connection.send(request)
  if (status >= 300) throw new Error(`POST ${url}: ${status} ${text}`)
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of several shapes
  const answer: any = JSON.parse(text)
  return answer
}

/** Creates a game with players who own a little of everything, as on a quiet day. */
export async function createFixture(url: string, count: number): Promise<Fixture> {
  const connection = new Connection()
  const system = { 'service-key-name': SYSTEM_NAME, 'service-key-token': SYSTEM_TOKEN }
  const api = `${url}/api/v3`
  const game = await post(connection, `${api}/test_suite/create_game`, {}, system)
  const createPlayers = async (kind: string, network: number) => {
    const players: SoakPlayer[] = []
    for (let index = 0; index < count; index++) {
      const username = `${kind}${index}`
      const fields = { game_id: game.id, username, email: `${username}@example.com` }
      const user = await post(connection, `${api}/test_suite/create_user`, fields, system)
      const address = `10.${network}.${Math.floor(index / 250)}.${1 + (index % 250)}`
      const { email } = fields
      players.push({
        id: user.id,
        token: user.authentication_token,
        username,
        email,
        address,
        chat_id: 0,
      })
    }
    return players
  }
  const honest = await createPlayers('honest', 1)
  const hostile = await createPlayers('hostile', 2)
  for (const [index, player] of honest.entries()) {
    const { id, token, address } = player
    const as = { 'authentication-token': token, 'x-forwarded-for': address }
    const next = honest[(index + 1) % honest.length] ?? player
    const attributes = ['level', 'car', 'lives', 'mail', 'shop'].map((key) => ({ key, value: '1' }))
    await post(connection, `${api}/users/${id}/add_game_user_attribute`, { attributes }, as)
    await post(connection, `${api}/friendships`, { username: next.username }, as)
    const chat = { usernames: [next.username], text: 'hello' }
    player.chat_id = (await post(connection, `${api}/chats`, chat, as)).id
    if (index % 10 === 0) await post(connection, `${api}/groups`, { name: `Group ${index}` }, as)
  }
  connection.close()
  return { url, game: { id: game.id, token: game.token }, honest, hostile }
}
