import { expect, test } from 'vitest'
import { emptyDatabase, ENGINES } from '../support/world.ts'
import { waitForOutput, serve } from '../support/servers.ts'

interface Tally {
  signed_up: string[]
  unanswered: number
  statuses: Set<number>
}

function signUp(url: string, door: object, username: string) {
  const account = {
    ...door,
    username,
    email: `${username}@example.com`,
    password: 'secret1',
    password_confirmation: 'secret1',
  }
  return fetch(`${url}/api/v3/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
}

/** Signs up one player after the other until the server is gone. */
async function keepSigningUp(
  url: string,
  door: object,
  worker: number,
  tally: Tally,
): Promise<void> {
  for (let count = 0; count < 10_000; count++) {
    const username = `w${worker}-${count}`
    let response: Response
    try {
      response = await signUp(url, door, username)
      await response.text()
    } catch (error) {
      // Nobody listens any more: not accepted. A connection that broke after that was left without its answer.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'))
        tally.unanswered++
      return
    }
    tally.statuses.add(response.status)
    if (response.status === 200) tally.signed_up.push(username)
  }
}

async function loadedServer(database_url: string) {
  const { program, url } = await serve({ DATABASE_URL: database_url, RATE_LIMIT: 'off' })
  const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
  const door = { game_id: 1, game_token }
  const tally: Tally = { signed_up: [], unanswered: 0, statuses: new Set() }
  const load = Promise.all(
    Array.from({ length: 8 }, (_, worker) => keepSigningUp(url, door, worker, tally)),
  )
  while (tally.signed_up.length < 30) await new Promise((resume) => setTimeout(resume, 20))
  return { program, door, tally, load }
}

async function signInAll(url: string, door: object, usernames: string[]): Promise<number[]> {
  const replies = await Promise.all(
    usernames.map((email) =>
      fetch(`${url}/api/v3/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...door, email, password: 'secret1' }),
      }),
    ),
  )
  return replies.map(({ status }) => status)
}

for (const engine of ENGINES) {
  test(`a stop under load answers everything that was accepted, exit code 0 [${engine}]`, async () => {
    const { url, remove } = await emptyDatabase(engine)
    const { program, tally, load } = await loadedServer(url)
    const code = await program.kill('SIGTERM')
    await load
    expect(code).toBe(0)
    expect([...tally.statuses]).toEqual([200])
    expect(tally.unanswered).toBe(0)
    await remove()
  })

  test(`after kill -9 under load, every sign-up that was answered can sign in [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const { program, door, tally, load } = await loadedServer(database.url)
    await program.kill('SIGKILL')
    await load
    const { program: second, url } = await serve({ DATABASE_URL: database.url, RATE_LIMIT: 'off' })
    const statuses = await signInAll(url, door, tally.signed_up)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(statuses.length).toBeGreaterThanOrEqual(30)
    expect(await second.kill('SIGTERM')).toBe(0)
    await database.remove()
  })
}
