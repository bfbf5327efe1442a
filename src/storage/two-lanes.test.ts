import { expect, test } from 'vitest'
import { TwoLanes } from './two-lanes.ts'

test('what has a low priority comes last, but not only when nothing else is left', () => {
  const lanes = new TwoLanes<string>()
  for (let number = 1; number <= 3; number++) lanes.push(`low ${number}`, true)
  for (let number = 1; number <= 10; number++) lanes.push(`${number}`, false)
  expect(lanes.peek()).toBe('1')
  expect(Array.from({ length: 13 }, () => lanes.shift()).join(', ')).toBe(
    '1, 2, 3, 4, 5, 6, 7, 8, low 1, 9, 10, low 2, low 3',
  )
  expect(lanes.shift()).toBeUndefined()
  expect(lanes.length).toBe(0)
})
