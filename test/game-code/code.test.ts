import { expect, test } from 'vitest'
import { scheduleJobs } from '../../src/features/operations/game-tasks/rules.ts'
import { statement } from '../../src/storage/statement.ts'
import { ENGINES, unique } from '../support/world.ts'
import { game, openGame, seen } from './support.ts'

for (const engine of ENGINES) {
  test(`what comes before changes the input, which is checked again [${engine}]`, async () => {
    const { world, close } = await openGame(
      engine,
      `{ before: {
        'scores.add': ({ input, player, caller, game, now }) => {
          note('call', [player.id, caller, game.id, now instanceof Date])
          input.score = input.score * 2
        },
        'scores.set': ({ input }) => ({ ...input, score: input.score + 1 }),
        'credits.add': async ({ input }) => ({ ...input, credits: 'many' }) as never,
        'credits.set': ({ input }) => ({ ...input, id: 1_000_000 }),
        'attributes.set': () => 7 as never,
      } }`,
    )
    const player = await world.player()
    expect((await player.post(player.at('add_score'), { score: 5 })).body.score).toBe(10)
    expect(seen['call']).toEqual([[player.id, 'player', world.game.id, true]])
    expect((await player.post(player.at('set_score'), { score: 5 })).body.score).toBe(6)
    const broken = [
      ['add_credits', { credits: 1 }, 'credits must be a whole number'],
      ['set_credits', { credits: 1 }, 'must not change id'],
      ['add_game_user_attribute', { key: 'a', value: 'b' }, 'returned number'],
    ] as const
    for (const [path, fields, reason] of broken) {
      const reply = await player.post(player.at(path), fields)
      expect(reply.status).toBe(500)
      expect(reply.headers.get('x-error-code')).toBe('game_code_failed')
      expect(world.log.join('\n')).toContain(reason)
    }
    expect((await player.profile()).credits).toBe(0)
    await close()
  })

  test(`what comes after is part of the transaction, and may replace fields of the answer [${engine}]`, async () => {
    const { world, close } = await openGame(
      engine,
      `{ after: {
        'store.purchase': async ({ item, player, tx }) => {
          if (item.name !== 'Starter pack') return
          const credits = await tx.credits.add(player, 100, 'starter pack')
          return { credits } as never
        },
        'scores.add': async ({ tx, player }) => {
          await tx.credits.add(player, 7, 'gone')
          throw new Error('Something is wrong')
        },
        'scores.set': async ({ tx, player }) => {
          await tx.credits.add(player, 7, 'gone')
          throw 'just a text'
        },
        'leaderboards.addEntry': async ({ tx, player, answer }) => {
          note('answer', answer)
          await tx.credits.add(player, 1.5, 'half')
        },
      } }`,
    )
    const player = await world.player({ credits: 10 })
    const { id: store_item_id } = await world.item({ name: 'Starter pack', cost: 10 })
    const bought = await player.post(player.at('purchase_game_user_store_item'), { store_item_id })
    expect(bought.body.credits).toBe(100)
    expect(bought.body.game_user_store_items).toHaveLength(1)
    const ledger = await world.system.get(
      `//admin/api/games/${world.game.id}/players/${player.id}/ledger`,
    )
    expect(ledger.body.entries[0]).toMatchObject({
      change: 100,
      reason: 'game_code',
      staff_name: 'game code: after store.purchase',
      note: 'starter pack',
    })
    const audit = await world.system.get(`//admin/api/games/${world.game.id}/audit_log`)
    expect(audit.body.entries[0]).toMatchObject({
      actor_name: 'game code: after store.purchase',
      action: 'admin.players.adjustCredits',
    })
    for (const [path, message] of [
      ['add_score', 'Something is wrong'],
      ['set_score', 'just a text'],
    ] as const) {
      const failed = await player.post(player.at(path), { score: 5 })
      expect(failed.status).toBe(500)
      expect(failed.headers.get('x-error-code')).toBe('game_code_failed')
      expect(world.log.join('\n')).toContain(message)
    }
    const entry = { leaderboard_name: 'race', score: 1 }
    const wrong = await player.post(player.at('add_leaderboard_entry'), entry)
    expect(wrong.headers.get('x-error-code')).toBe('game_code_failed')
    expect(world.log.join('\n')).toContain('amount must be a whole number, and is 1.5')
    expect(JSON.stringify(seen['answer'])).not.toContain(player.token)
    expect(await player.profile()).toMatchObject({ credits: 100, score: 0 })
    await close()
  })

  test(`code that never ends, or takes too long, is cut off and undone [${engine}]`, async () => {
    const { world, close } = await openGame(
      engine,
      `{ after: {
        'scores.add': async ({ tx, player }) => {
          await tx.credits.add(player, 7, 'gone')
          for (;;) await new Promise((resolve) => setTimeout(resolve, 5))
        },
        'scores.set': async () => { const end = Date.now() + 300; while (Date.now() < end); },
        'credits.set': async ({ tx, player }) => {
          setTimeout(() => tx.scores.add(player, 1).catch((error) => note('late', error.message)), 400)
        },
        'credits.add': ({ tx, player }) => { void tx.scores.add(player, 1) },
      } }`,
      {},
      250,
    )
    const player = await world.player()
    for (const path of ['add_score', 'set_score']) {
      const reply = await player.post(player.at(path), { score: 5 })
      expect([reply.status, reply.headers.get('x-error-code')]).toEqual([503, 'game_code_slow'])
    }
    expect(await player.profile()).toMatchObject({ credits: 0, score: 0 })
    expect((await player.post(player.at('set_credits'), { credits: 5 })).status).toBe(200)
    await expect
      .poll(() => seen['late'])
      .toEqual([expect.stringContaining('The transaction is over')])
    // What nobody waits for belongs to the transaction as well.
    expect((await player.post(player.at('add_credits'), { credits: 5 })).status).toBe(200)
    expect(await player.profile()).toMatchObject({ credits: 10, score: 1 })
    await close()
  })

  test(`a repeated request gets the first answer, and the code does not run again [${engine}]`, async () => {
    const { world, close } = await openGame(
      engine,
      `{
        before: { 'scores.add': ({ input }) => { note('before', 1); input.score = 3 } },
        after: { 'scores.add': async ({ tx, player }) => { note('after', 1); await tx.credits.add(player, 1, 'once') } },
        routes: { 'POST /daily_reward': {
          body: { day: integer({ min: 1, max: 7 }), note: optional(text(5)) },
          handler: async ({ input, player, tx, now, caller }) => {
            note('route', [input, caller, now instanceof Date])
            const credits = await tx.credits.add(player, input.day * 10, 'daily reward')
            return { credits, list: [1, { a: null }], at: now }
          },
        }, 'GET /state': { handler: ({ player }) => ({ id: player.id }) }, 'POST /wrong': { handler: () => 'x' as never } },
      }`,
    )
    const player = await world.player()
    const key = { 'idempotency-key': unique('key') }
    const first = await player.post(player.at('add_score'), { score: 1 }, key)
    const again = await player.post(player.at('add_score'), { score: 1 }, key)
    expect([first.body.score, again.body.score]).toEqual([3, 3])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([seen['before'], seen['after']]).toEqual([[1], [1]])

    const route_key = { 'idempotency-key': unique('key') }
    const rewarded = await player.post('/game/daily_reward', { day: 2 }, route_key)
    expect(rewarded.status).toBe(200)
    expect(rewarded.body).toMatchObject({ credits: 21, list: [1, { a: null }] })
    const repeated = await player.post('/game/daily_reward', { day: 2 }, route_key)
    expect(repeated.body).toEqual(rewarded.body)
    expect(seen['route']).toEqual([[{ day: 2 }, 'player', true]])
    expect((await player.profile()).credits).toBe(21)

    expect((await player.get('/game/state')).body).toEqual({ id: player.id })
    const refused = await player.post('/game/daily_reward', { day: 9, note: 'too long' })
    expect(refused.status).toBe(422)
    expect((await world.visitor.post('/game/daily_reward', { day: 2 })).status).toBe(401)
    expect((await player.post('/game/wrong')).headers.get('x-error-code')).toBe('game_code_failed')
    const document = await world.visitor.get('//openapi.json')
    expect(document.body.paths['/api/v3/game/daily_reward'].post.operationId).toBe(
      'game.postDailyReward',
    )
    const closed = {
      permissions: { preset: 'casual', routes: { 'POST /game/daily_reward': 'service_keys' } },
    }
    expect((await world.system.put(`//admin/api/games/${world.game.id}`, closed)).status).toBe(200)
    expect((await player.post('/game/daily_reward', { day: 2 })).status).toBe(403)
    await close()
  })

  test(`several games have code of their own on one server [${engine}]`, async () => {
    const answers = (name: string) =>
      game(`{
      routes: { 'GET /who': { handler: () => ({ who: '${name}' }) }, 'GET /only_${name}': { handler: () => ({}) } },
      after: { 'scores.add': () => { note('${name}', 1) } },
    }`)
    const { world, close } = await openGame(engine, {
      'game.ts': answers('all'),
      'games/cup.ts': answers('cup'),
      'games/2.ts': answers('two'),
    })
    const created = await world.system.post('//admin/api/games', { name: 'Cup!' })
    expect(created.status).toBe(201)
    const first = await world.player()
    const sign_up = {
      game_id: created.body.id,
      game_token: created.body.token,
      username: 'ana',
      email: 'ana@example.com',
      password: 'secret1',
      password_confirmation: 'secret1',
    }
    const { body: ana } = await world.visitor.post('/users', sign_up)
    const token = { 'authentication-token': ana.authentication_token }
    expect((await first.get('/game/who')).body.who).toBe(world.game.id === 2 ? 'two' : 'all')
    const expected = created.body.id === 2 ? 'two' : 'cup'
    expect((await world.visitor.get('/game/who', token)).body.who).toBe(expected)
    expect((await world.visitor.get('/game/only_all', token)).status).toBe(404)
    await close()
  })

  test(`of many processes one adds the next run of a job, and a job that is gone is not run [${engine}]`, async () => {
    const { world, close } = await openGame(
      engine,
      `{ jobs: { weekly: { cron: '0 0 * * 1', run() {} } } }`,
    )
    const { context } = world
    const countTasks = statement<Record<string, never>, { name: string }>(
      `select name from game_tasks`,
    )
    const names = async () => (await context.db.all(countTasks, {})).map(({ name }) => name)
    await expect.poll(names).toEqual(['weekly'])
    const due_at = context.now() + 1000
    const job = { code: 'other', name: 'daily', due_at }
    await Promise.all(Array.from({ length: 10 }, () => scheduleJobs(context, [job], ['other'])))
    expect((await names()).toSorted()).toEqual(['daily', 'weekly'])
    await scheduleJobs(context, [], ['other'])
    expect(await names()).toEqual(['weekly'])
    await close()
  })

  test(`of many requests at once, each sees what the one before has stored [${engine}]`, async () => {
    const { world, close } = await openGame(
      engine,
      `{ routes: { 'POST /reward': { handler: async ({ player, tx, refuse }) => {
        if (await tx.storage.get('taken', player)) refuse('Only once.')
        await tx.storage.set('taken', true, player)
        await tx.credits.add(player, 10, 'reward')
      } }, 'POST /count': { handler: async ({ player, tx }) => {
        const count = Number((await tx.storage.get('count')) ?? 0) + 1
        await tx.storage.set('count', count)
        const own = Number((await tx.attributes.get(player, 'own')) ?? 0) + 1
        await tx.attributes.set(player, 'own', String(own))
        return { count, own }
      } } } }`,
    )
    const player = await world.player()
    const replies = await Promise.all(Array.from({ length: 8 }, () => player.post('/game/reward')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await player.profile()).credits).toBe(10)
    /** On a busy machine the last of many waits too long, and is asked to come again. */
    const count = async () => {
      for (;;) {
        const reply = await player.post('/game/count')
        if (reply.status !== 503) return reply
      }
    }
    const counts = await Promise.all(Array.from({ length: 20 }, count))
    const sorted = (name: string) => counts.map(({ body }) => body[name]).toSorted((a, b) => a - b)
    const all = Array.from({ length: 20 }, (_, index) => index + 1)
    expect([sorted('count'), sorted('own')]).toEqual([all, all])
    await close()
  })

  test(`what a player has is read by one request at a time, and calls that nobody awaits end nothing [${engine}]`, async () => {
    const { world, close } = await openGame(
      engine,
      `{ routes: {
        'POST /trade': { handler: async ({ player, tx, refuse }) => {
          if (((await tx.players.get(player))?.score ?? 0) < 100) refuse('Too few points.')
          await tx.scores.add(player, -100)
          return { credits: await tx.credits.add(player, 10, 'trade') }
        } },
        'POST /gift': { body: { to: integer() }, handler: async ({ player, tx, input, refuse }) => {
          const given = tx.credits.add({ id: input.to }, 1, 'gift')
          if (!(await tx.credits.take(player, 1000, 'gift'))) refuse('Too few credits.')
          await given
        } },
        'POST /code': { body: { token: text(9) }, handler: ({ input }) => ({ token: input.token, secret: 's' }) },
      }, after: { 'rounds.create': () => ({ start_time: { wrong: 1 } }) as never } }`,
    )
    const player = await world.player()
    await player.post(player.at('set_score'), { score: 100 })
    const trades = await Promise.all(Array.from({ length: 6 }, () => player.post('/game/trade')))
    expect(trades.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await player.profile()).toMatchObject({ score: 0, credits: 10 })
    expect((await player.post('/game/gift', { to: 999_999 })).status).toBe(422)
    const round = { game_user_id: player.id, game_type: 'race' }
    const wrong = await player.post('/game_rounds', round)
    expect([wrong.status, wrong.headers.get('x-error-code')]).toEqual([500, 'game_code_failed'])
    expect((await player.get(`/game_rounds?user_id=${player.id}`)).body.game_rounds).toEqual([])
    const key = { 'idempotency-key': unique('key') }
    const first = await player.post('/game/code', { token: 'a' }, key)
    expect((await player.post('/game/code', { token: 'a' }, key)).body).toEqual(first.body)
    expect((await player.post('/game/code', { token: 'b' }, key)).status).toBe(422)
    await close()
  })
}
