import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { type TestGame, testGame } from '../src/test-game.ts'
import { median } from './measure.ts'

const AT_ONCE = 8
const BLOCK = 400
const BLOCKS = 40
const WARM_UP = 3000

const EMPTY = `import { defineGame } from 'playkeep/game'\n\nexport default defineGame({})\n`

async function signUpGuest({ url, id, token }: TestGame) {
  const answer = await fetch(`${url}/users/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game_id: id, game_token: token, device_id: 'device-of-the-benchmark' }),
  })
  const player: { id: number; authentication_token: string } = JSON.parse(await answer.text())
  return player
}

/** Returns the CPU time of this thread per request, in µs: that of the server and that of its client. */
async function senderTo(game: TestGame): Promise<(count: number) => Promise<number>> {
  const { id, authentication_token } = await signUpGuest(game)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const headers = {
    'authentication-token': authentication_token,
    'content-type': 'application/json',
  }
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const options = { method: 'POST', agent, headers }
      const sent = request(`${game.url}/users/${id}/add_score`, options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`))
        response.resume().once('end', resolve)
      })
      sent.once('error', reject)
      sent.end('{"score":1}')
    })
  return async (count) => {
    const before = process.threadCpuUsage()
    for (let sent = 0; sent < count; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, send))
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / count
  }
}

/**
 * What a hook costs, in µs of CPU time per request. Two servers in this process, one with the code and one without, get blocks
 * of requests in turn: two processes with the same code differ by more than a hook costs.
 */
export async function measureHook(folder: string, temporary: string): Promise<string> {
  const empty = join(temporary, 'empty-game')
  await mkdir(empty)
  await writeFile(join(empty, 'game.ts'), EMPTY)
  const games = [await testGame(folder), await testGame(empty)]
  try {
    const [sendHooked, sendBare] = await Promise.all(games.map(senderTo))
    if (!sendHooked || !sendBare) throw new Error('a server is missing')
    const differences: number[] = []
    for (const send of [sendHooked, sendBare, sendHooked, sendBare]) await send(WARM_UP)
    for (let block = 0; block < BLOCKS; block++) {
      const first = block % 2 === 0 ? await sendHooked(BLOCK) : 0
      const bare = await sendBare(BLOCK)
      const hooked = first || (await sendHooked(BLOCK))
      differences.push(hooked - bare)
    }
    return `add_score with the code takes ${median(differences).toFixed(1)} µs of CPU time more per request (median of ${BLOCKS} blocks of ${BLOCK})\n`
  } finally {
    for (const game of games) await game.close()
  }
}
