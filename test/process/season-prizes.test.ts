import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type NoParameters, statement } from '../../src/storage/statement.ts'
import { changeBoard, enter } from '../support/boards.ts'
import { serve } from '../support/servers.ts'
import { ENGINES, openWorld, Player, SYSTEM_KEY, type World } from '../support/world.ts'

const PLAYERS = 160
const PRIZE = 5

const endAllSeasons = statement<{ now: number }>(
  `update leaderboard_seasons set ends_at = :now where state = 'running'`,
)
const findUnpaid = statement<NoParameters, { id: number }>(
  `select id from leaderboard_seasons where season = 1 and state <> 'paid'`,
)
/** One row per player, with all that they have got. */
const listPaid = statement<
  NoParameters,
  { credits: number; ledger: number; prizes: number; items: number; events: number }
>(`
  select users.credits,
         (select sum(change) from credit_ledger where user_id = users.id) as ledger,
         (select count(*) from credit_ledger
           where user_id = users.id and reason = 'prize' and change = ${PRIZE}) as prizes,
         (select count(*) from purchases where user_id = users.id) as items,
         (select count(*) from events
           where type = 'leaderboard.prize_won' and audience_id = users.id) as events
    from users`)

/** Every claim of the job has expired at once, as if the work took long: each process begins it too. */
const EXPIRED = `name = 'leaderboard_seasons'`

function expireOnSqlite(path: string): void {
  const db = new DatabaseSync(path)
  const expire = `begin update jobs set due_at = 0 where ${EXPIRED}; end`
  for (const what of ['insert', 'update'])
    db.exec(`create trigger expire_${what} after ${what} on jobs
      when new.${EXPIRED} and new.due_at > 0 ${expire}`)
  db.exec(`update jobs set due_at = 0 where ${EXPIRED}`)
  db.close()
}

/** Whoever wants to pay prizes waits until the returned function is called: then all do it at once. */
async function expireAndHoldOnPostgres(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    create function expire() returns trigger language plpgsql as
      $$ begin new.due_at := 0; return new; end $$;
    create trigger expire before insert or update on jobs
      for each row when (new.${EXPIRED}) execute function expire();
    update jobs set due_at = 0 where ${EXPIRED};
    create table gate (is_open int);
    create function hold() returns trigger language plpgsql as
      $$ begin
           while not exists (select 1 from gate) loop perform pg_sleep(0.01); end loop;
           return null;
         end $$;
    create trigger hold before update on leaderboard_prizes
      for each statement execute function hold();`)
  return async () => {
    const held = `select count(*)::int as held from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`
    await expect.poll(async () => (await client.query(held)).rows[0].held).toBe(2)
    await client.query('insert into gate values (1)')
  }
}

/** Two processes, and where they are reached. */
async function serveTwo({ engine, context }: World): Promise<string[]> {
  const env = { DATABASE_URL: context.config.DATABASE_URL, SYSTEM_KEY, RATE_LIMIT: 'off' }
  const servers = await Promise.all(
    engine === 'sqlite' ? [serve({ ...env, WORKERS: '2' })] : [serve(env), serve(env)],
  )
  onTestFinished(async () => {
    for (const { program } of servers) await program.kill('SIGTERM')
  })
  return servers.map(({ url }) => url)
}

for (const engine of ENGINES) {
  test(`two processes that end a season at the same time pay each prize once [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    onTestFinished(close)
    const { db, config, now } = world.context
    await world.server.jobs.stop()
    const item = await world.item()
    const prizes = [{ from_rank: 1, to_rank: 1000, credits: PRIZE, store_item_id: item.id }]
    expect((await changeBoard(world, 'weekly', { period: 'week', prizes })).status).toBe(200)
    const players = await world.players(PLAYERS)
    await Promise.all(players.map((player, index) => enter(player, 'weekly', index)))
    await db.transaction((tx) => tx.run(endAllSeasons, { now: now() }))

    let openGate = async () => {}
    if (engine === 'sqlite') expireOnSqlite(config.DATABASE_URL.replace('sqlite:', ''))
    else openGate = await expireAndHoldOnPostgres(config.DATABASE_URL)
    const urls = await serveTwo(world)
    const requests = players.slice(0, 100).map(({ id, username, email, token }, index) => {
      const user = { id, username, display_email: email, authentication_token: token }
      const player = new Player(urls[index % urls.length] ?? '', user)
      return index % 4 < 2
        ? player.post(player.at('add_credits'), { credits: 1 })
        : enter(player, 'weekly', 5000)
    })
    await openGate()
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    await expect.poll(() => db.all(findUnpaid, {})).toEqual([])

    const paid = await db.all(listPaid, {})
    const once = { prizes: 1, items: 1, events: 1 }
    const earned = (own: number) => ({ ...once, credits: own + PRIZE, ledger: own + PRIZE })
    expect(paid.filter(({ credits }) => credits > PRIZE)).toEqual(Array(50).fill(earned(1)))
    expect(paid.filter(({ credits }) => credits <= PRIZE)).toEqual(
      Array(PLAYERS - 50).fill(earned(0)),
    )
  })
}
