import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DAY_MS, MINUTE_MS } from '../../src/durations.ts'

const CODE = `import { defineGame } from 'playkeep/game'

export default defineGame({
  before: {
    'rounds.create': ({ input, refuse }) => {
      if ((input.score ?? 0) > 1_000) refuse('Nobody scores that much.')
    },
    'scores.add': () => {},
  },
  after: { 'store.purchase': () => {} },
  routes: { 'POST /daily_reward': { handler: () => ({}) } },
  on: { 'group_member.joined': () => {} },
  jobs: {
    'weekly prizes': { cron: '0 0 * * 1', run: () => {} },
    'send prize': { run: () => {} },
  },
})
`

/** A folder with a little game code, for pages that show it. */
export function writeShownGame(): string {
  const folder = mkdtempSync(join(tmpdir(), 'playkeep-game-'))
  writeFileSync(join(folder, 'game.ts'), CODE)
  return folder
}

/** Tasks and errors of that code, with these texts. */
export function writeShownTasks(
  path: string,
  { problem, stack }: { problem: string; stack: string },
) {
  const db = new DatabaseSync(path)
  const now = Date.now()
  const addTask = db.prepare(
    `insert into game_tasks (code, kind, name, payload, state, attempts, problem, created_at, due_at, started_at, ended_at)
     values ('game', ?, ?, 'null', ?, ?, ?, ?, ?, ?, ?)`,
  )
  const ended = now - 20 * MINUTE_MS
  addTask.run('job', 'weekly prizes', 'done', 1, null, now - DAY_MS, null, ended, ended)
  addTask.run('event', 'group_member.joined', 'failed', 7, problem, ended, null, ended, ended)
  addTask.run('job', 'send prize', 'waiting', 2, problem, ended, now + DAY_MS, ended, null)
  addTask.run('job', 'send prize', 'waiting', 0, null, now, now + DAY_MS, null, null)
  const addError = db.prepare(
    `insert into game_code_errors (code, hook, message, stack, request_id, at) values ('game', ?, ?, ?, ?, ?)`,
  )
  addError.run('on group_member.joined', problem, stack, '', ended)
  addError.run('after store.purchase', problem, stack, '4f0c2b9e-77', now - 3 * MINUTE_MS)
  db.close()
}
