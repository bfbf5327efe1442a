import { expect, test } from 'vitest'
import { PostgresPair } from '../support/postgres-pair.ts'
import { serve } from '../support/servers.ts'
import { createFixture, SYSTEM_KEY } from '../torture/load.ts'

test('while the synchronous standby is away no write is acknowledged, and a repeated one is done once [postgres]', async () => {
  const pair = await PostgresPair.start()
  const { program, url } = await serve({ DATABASE_URL: pair.url, SYSTEM_KEY, RATE_LIMIT: 'off' })
  const { id, token } = (await createFixture(url)).founder
  const headers = { 'authentication-token': token, 'content-type': 'application/json' }
  const addScore = async (key: string) => {
    const options = { method: 'POST', body: JSON.stringify({ score: 5 }) }
    const answer = await fetch(`${url}/api/v3/users/${id}/add_score`, {
      ...options,
      headers: { ...headers, 'idempotency-key': key },
    })
    return answer.status
  }
  const readScore = async () => {
    const answer = await fetch(`${url}/api/v3/users/${id}`, { headers })
    const { score }: { score: number } = await answer.json()
    return score
  }
  expect(await addScore('first')).toBe(200)

  await pair.killStandby()
  expect(await addScore('second')).toBe(503)
  expect(await readScore()).toBe(5)
  await pair.addStandby()
  await expect.poll(() => addScore('second')).toBe(200)
  expect(await readScore()).toBe(10)
  expect(await program.kill('SIGTERM')).toBe(0)
  await pair.remove()
})
