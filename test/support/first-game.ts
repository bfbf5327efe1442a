import { serve, waitForOutput } from './servers.ts'
import { Client, Player, type Reply } from './world.ts'

const PASSWORD = 'secret1'

/** A server in a process of its own, and the game that its first start creates. */
export async function serveFirstGame(env: Record<string, string>) {
  const { program, url } = await serve(env)
  const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
  const signUp = (username: string): Promise<Reply> =>
    new Client(url).post('/users', {
      game_id: 1,
      game_token,
      username,
      email: `${username}@example.com`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    })
  const signUpPlayer = async (username: string) => new Player(url, (await signUp(username)).body)
  return { program, url, game_token, signUp, signUpPlayer }
}
