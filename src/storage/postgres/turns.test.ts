import { expect, test } from 'vitest'
import { type Priority, Turns } from './turns.ts'

const limit = { limit_ms: 1, createError: () => new Error('waited too long') }

test('whoever is urgent goes first, then those of high priority, but one in nine is of the rest', async () => {
  const turns = new Turns(1)
  await turns.take()
  const begun: string[] = []
  const wait = (name: string, priority: Priority) =>
    turns.take(priority).then(() => begun.push(name))
  const waiting = [wait('usual 1', 'usual'), wait('usual 2', 'usual')]
  for (let number = 1; number <= 9; number++) waiting.push(wait(`high ${number}`, 'high'))
  waiting.push(wait('urgent', 'urgent'))
  expect(turns.waiting).toBe(12)
  for (let ended = 0; ended < 12; ended++) turns.end()
  await Promise.all(waiting)
  const first_eight = Array.from({ length: 8 }, (_, index) => `high ${index + 1}`)
  expect(begun).toEqual(['urgent', ...first_eight, 'usual 1', 'high 9', 'usual 2'])
  expect(turns.waiting).toBe(0)
})

test('whoever waits too long fails and does not take the turn of another', async () => {
  const turns = new Turns(1)
  await turns.take()
  const priorities: Priority[] = ['usual', 'high', 'urgent']
  const failing = priorities.map((priority) => turns.take(priority, limit))
  for (const one of failing) await expect(one).rejects.toThrow('waited too long')
  expect(turns.waiting).toBe(0)
  const next = turns.take()
  turns.end()
  await next
})

test('when more may work at once, those who wait begin with the next end', async () => {
  let max = 1
  const turns = new Turns(() => max)
  await turns.take()
  const waiting = [turns.take(), turns.take(), turns.take()]
  max = 2
  turns.end()
  await Promise.all(waiting.slice(0, 2))
  expect(turns.waiting).toBe(1)
  turns.end()
  await Promise.all(waiting)
})
