import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '../../../durations.ts'
import { game, writeGame } from '../../../../test/game-code/support.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { ENGINES, openWorld, type Reply } from '../../../../test/support/world.ts'
import { checkGameTasks } from '../../../cli/doctor-live.ts'

/** Whether the job of the test works is decided by the test. */
const orders = { job_works: false }
Object.assign(globalThis, { orders })

const CODE = game(`{
  before: {
    'scores.add': ({ input, refuse }) => { if (input.score > 100) refuse('Nobody scores that much.') },
  },
  after: {
    'scores.add': () => {},
    'scores.set': () => { throw new TypeError('there is no prize') },
  },
  routes: {
    'POST /prize': { handler: async ({ tx, player }) => { await tx.enqueue('send prize', { to: player.id }) } },
  },
  jobs: {
    'send prize': { run: () => {
      if (!(globalThis as any).orders.job_works) throw new Error('the post is closed')
    } },
    'weekly prizes': { cron: '0 0 * * 1', run: () => {} },
  },
}`)

async function openWithCode(engine: (typeof ENGINES)[number]) {
  const folder = await writeGame({ 'game.ts': CODE })
  const clock = { now: Date.now() }
  const { world, close } = await openWorld(engine, { GAME_CODE: folder }, { now: () => clock.now })
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  return { world, clock }
}

const codeOf = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

for (const engine of ENGINES) {
  test(`staff see how often each hook was called, and what it has thrown [${engine}]`, async () => {
    const { world } = await openWithCode(engine)
    const player = await world.player()
    for (const score of [1, 2, 101]) await player.post(player.at('add_score'), { score })
    const failed = await player.post(player.at('set_score'), { score: 1 })
    expect(codeOf(failed)).toEqual([500, 'game_code_failed'])

    const { browser: viewer } = await joinStaff(world, { role: 'viewer' })
    const { files } = (await viewer.get('/game_code')).body
    const figures = (hook: string) =>
      files[0].hooks.find((one: { hook: string }) => one.hook === hook)
    expect([files.length, files[0].code, files[0].failed]).toEqual([1, 'game', 0])
    expect(figures('before scores.add')).toMatchObject({
      kind: 'before',
      name: 'scores.add',
      calls: 3,
      refused: 1,
      failed: 0,
      slow: 0,
      next_run_at: null,
      last_run: null,
    })
    expect(figures('after scores.add')).toMatchObject({ calls: 2, refused: 0, failed: 0 })
    const { mean_ms, longest_ms } = figures('after scores.set')
    expect(figures('after scores.set')).toMatchObject({ calls: 1, failed: 1 })
    expect([mean_ms > 0, longest_ms >= mean_ms]).toEqual([true, true])
    expect(new Date(figures('job weekly prizes').next_run_at).getUTCDay()).toBe(1)

    const request_id = failed.headers.get('x-request-id')
    await expect
      .poll(async () => (await viewer.get('/game_code/errors?code=game')).body.errors)
      .toMatchObject([
        {
          hook: 'after scores.set',
          message: 'TypeError: there is no prize',
          stack: expect.stringMatching(/game\.ts:\d+/),
          request_id,
        },
      ])
    const { browser: of_one_game } = await joinStaff(world, {
      role: 'owner',
      game_ids: [world.game.id],
    })
    for (const path of ['/game_code', '/game_code/tasks?code=game', '/game_code/errors?code=game'])
      expect(codeOf(await of_one_game.get(path))).toEqual([403, 'needs_all_games'])
  })

  test(`a task that was given up can be run again, which the audit log records [${engine}]`, async () => {
    const { world, clock } = await openWithCode(engine)
    orders.job_works = false
    const player = await world.player()
    expect((await player.post('/game/prize')).status).toBe(200)
    for (let attempt = 1; attempt <= 7; attempt++) {
      await world.server.runGameTasks()
      clock.now += 7 * HOUR_MS
    }
    const { browser: admin } = await joinStaff(world, { role: 'admin' })
    const { browser: viewer } = await joinStaff(world, { role: 'viewer' })
    const list = async (state: string) =>
      (await viewer.get(`/game_code/tasks?code=game&state=${state}`)).body.tasks
    const [task, ...others] = await list('failed')
    expect(others).toEqual([])
    expect(task).toMatchObject({
      kind: 'job',
      name: 'send prize',
      attempts: 7,
      problem: 'Error: the post is closed',
      due_at: null,
    })
    const [file] = (await viewer.get('/game_code')).body.files
    expect(file.failed).toBe(1)
    expect(await checkGameTasks(world.context.db)).toMatchObject([
      { state: 'warning', text: expect.stringContaining('1 task was given up') },
    ])
    const path = `/game_code/tasks/${task.id}/retry`
    expect(codeOf(await viewer.post(path))).toEqual([403, 'role_too_low'])

    orders.job_works = true
    expect((await admin.post(path)).status).toBe(200)
    await world.server.runGameTasks()
    expect(await list('failed')).toEqual([])
    expect(await checkGameTasks(world.context.db)).toEqual([])
    const done = (await list('done')).find(({ id }: { id: number }) => id === task.id)
    expect(done).toMatchObject({ attempts: 1, problem: null })
    expect(codeOf(await admin.post(path))).toEqual([422, 'game_task_not_failed'])
    const { entries } = (await admin.get('/audit_log?action=admin.gameCode')).body
    expect(entries).toMatchObject([
      { action: 'admin.gameCode.retry', target: 'game_task', target_id: task.id, game_id: null },
    ])
  })
}
