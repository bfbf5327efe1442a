import { expect } from 'vitest'
import { onEachEngine } from '../support/world.ts'

const PROBLEM = { accept: 'application/problem+json' }

onEachEngine('a refusal is a problem for those who accept problems', async (world) => {
  const ana = await world.player()
  const { status, headers, text } = await ana.post('/friendships', { username: '' }, PROBLEM)
  expect(status).toBe(422)
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(headers.get('x-error-code')).toBe('invalid_input')
  expect(JSON.parse(text)).toEqual({
    type: 'urn:playkeep:error:invalid_input',
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'username must not be empty.',
    code: 'invalid_input',
    request_id: headers.get('x-request-id'),
    fields: [{ field: 'username', problem: 'must not be empty' }],
  })
})

onEachEngine('a problem names all invalid fields, the text only the first', async (world) => {
  const ana = await world.player()
  const wrong = { game_user_id: 'x', score: 'many', start_time: 'soon' }
  const problem = JSON.parse((await ana.post('/game_rounds', wrong, PROBLEM)).text)
  expect(problem.fields.map(({ field }: { field: string }) => field)).toEqual([
    'game_user_id',
    'game_type',
    'start_time',
    'score',
  ])
  const text = await ana.post('/game_rounds', wrong)
  expect(text.text).toBe('game_user_id must be a whole number.')
  expect(problem.detail).toBe(text.text)
})

onEachEngine('the text stays for all other types, as clients expect', async (world) => {
  for (const accept of ['application/json', '*/*', 'text/plain', 'application/json, text/plain']) {
    const { status, headers, text } = await world.visitor.get('/friends', { accept })
    expect(status).toBe(401)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^Request missing user authentication token/)
  }
  const body = JSON.parse((await world.visitor.get('/friends', PROBLEM)).text)
  expect(body).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(body).not.toHaveProperty('fields')
})
