import { expect, test } from 'vitest'
import { MAIN, Program } from '../support/servers.ts'

test('the tests of the three examples pass', async () => {
  const program = new Program(process.execPath, [MAIN, 'test', 'examples/game-code'])
  expect([await program.ended, program.stderr]).toEqual([0, ''])
  expect(program.stdout).toContain('an honest lap gets to the leaderboard')
  expect(program.stdout).toContain('there is one reward for each day, in UTC')
  expect(program.stdout).toContain('a job that runs again pays nothing twice')
})
