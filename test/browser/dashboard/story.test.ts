import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode } from '../../../src/services/totp.ts'
import { BROWSER } from '../../support/browser.ts'
import { Dashboard, OWNER, SYSTEM_KEY, type Window } from '../../support/dashboard.ts'
import { Receiver } from '../../support/receiver.ts'
import { Client } from '../../support/world.ts'

const PLAYERS_PASSWORD = 'correct horse battery'

interface Account {
  id: number
  username: string
  credits: number
}

const refusal = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('x-error-code'),
]

const codesIn = (where: Locator | Page) => where.locator('code').allInnerTexts()

const press = (where: Locator | Page, name: string | RegExp) =>
  where.getByRole('button', { name, exact: true }).click()

const field = (where: Locator | Page, name: string) => where.getByRole('textbox', { name })

/** Each step needs those before it. */
describe.skipIf(!BROWSER)('the dashboard in a browser [sqlite]', { retry: 0 }, () => {
  let dashboard: Dashboard
  let owner: Window
  let page: Page
  let game_id = 0
  let game_token = ''
  const players: Account[] = []
  const game = () => `/games/${game_id}`

  const system = () => {
    const [name = '', token = ''] = SYSTEM_KEY.split(':')
    return new Client(dashboard.url, { 'service-key-name': name, 'service-key-token': token })
  }

  const signIn = (username: string) =>
    new Client(dashboard.url).post('/sessions', {
      game_id,
      game_token,
      email: username,
      password: PLAYERS_PASSWORD,
    })

  const signUp = (username: string) =>
    new Client(dashboard.url).post('/users', {
      game_id,
      game_token,
      username,
      email: `${username}@example.com`,
      password: PLAYERS_PASSWORD,
      password_confirmation: PLAYERS_PASSWORD,
    })

  function playerAt(place: number): Account {
    const player = players[place]
    if (!player) throw new Error('nobody signed up')
    return player
  }

  /** As the game on a player's device. */
  async function play(place: number) {
    const { id, username } = playerAt(place)
    const { status, body, text } = await signIn(username)
    if (status !== 200) throw new Error(`${username} was not signed in: ${text}`)
    const app = new Client(dashboard.url, { 'authentication-token': body.authentication_token })
    return { id, username, app }
  }

  const dialog = () => page.getByRole('dialog')

  async function openAction(id: number, name: string): Promise<void> {
    await owner.visit(`${game()}/players/${id}`)
    await press(page, 'Actions')
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  beforeAll(async () => {
    dashboard = await Dashboard.open()
    owner = await dashboard.window()
    page = owner.page
  })

  afterAll(async () => dashboard?.close())

  test('the printed link makes an owner with a second factor', async () => {
    await page.goto(await dashboard.findLink())
    await field(page, 'Name').fill(OWNER.name)
    await field(page, 'Email').fill(OWNER.email)
    await field(page, 'Password').fill(OWNER.password)
    await press(page, 'Create account')
    await press(page, 'Set it up')
    await field(page, 'Code').waitFor()
    const [secret = ''] = await codesIn(page)
    await field(page, 'Code').fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
    await press(page, 'Turn on')
    await page.getByText('Store your recovery codes').waitFor()
    const [recovery_code = ''] = await codesIn(page)
    await press(page, 'I have stored them')
    await page.getByRole('heading', { name: 'Games', level: 1 }).waitFor()

    const elsewhere = await dashboard.window()
    await elsewhere.visit('/staff')
    await field(elsewhere.page, 'Email').fill(OWNER.email)
    await field(elsewhere.page, 'Password').fill(OWNER.password)
    await press(elsewhere.page, 'Sign in')
    await field(elsewhere.page, 'Code').fill(recovery_code)
    await press(elsewhere.page, 'Confirm')
    await elsewhere.page.getByRole('heading', { name: 'Staff', level: 1 }).waitFor()
    expect(elsewhere.problems).toEqual([])
    await elsewhere.context.close()
  })

  test('a new game is filled with demo data, and its charts show it', async () => {
    await press(page, 'Create game')
    await field(dialog(), 'Name').fill('Meteor Run')
    await press(dialog(), 'Create game')
    await dialog().getByText('The token: shown only now').waitFor()
    const [id = '', token = ''] = await codesIn(dialog())
    game_id = Number(id)
    game_token = token
    await press(dialog(), 'Open game')
    await press(page, 'Fill with demo data')
    await press(dialog(), 'Fill with demo data')
    await page.getByText('Active players and sign-ups').waitFor({ timeout: 60_000 })
    await owner.settle()
    expect(await page.getByRole('main').innerText()).toMatch(/Sign-ups\s+500/)

    // Players of their own: whom the demo data bans, mutes and reports depends on the hour.
    for (const username of ['ada', 'grace', 'hedy', 'joan', 'mary']) {
      players.push((await signUp(username)).body)
    }
  })

  test('a player is found, gets credits with a reason, and ledger and audit log show it', async () => {
    const { username, credits } = playerAt(0)
    await owner.visit(`${game()}/players`)
    await page.getByRole('searchbox', { name: 'Find players' }).fill(username)
    await page.waitForURL(`**/players?*q=${username}*`)
    await page.getByRole('link', { name: username, exact: true }).click()
    await page.getByRole('heading', { name: username, level: 1 }).waitFor()
    await press(page, 'Actions')
    await page.getByRole('menuitem', { name: 'Change credits' }).click()
    await field(dialog(), 'How many').fill('250')
    await field(dialog(), 'Reason').fill('The round of Sunday was lost')
    await press(dialog(), 'Change credits')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Credits' }).click()
    const entry = page.getByRole('row').filter({ hasText: 'The round of Sunday was lost' })
    await entry.waitFor()
    const shown = await entry.innerText()
    expect(shown).toContain('+250')
    expect(shown).toContain(OWNER.name)
    expect(shown).toContain((credits + 250).toLocaleString('en'))

    await owner.visit(`${game()}/audit-log`)
    await press(page, 'players.adjustCredits')
    await dialog().getByText('The round of Sunday was lost').waitFor()
    await page.keyboard.press('Escape')
  })

  test('a banned player is refused everywhere, until the ban is ended', async () => {
    const { id, username, app } = await play(1)
    await openAction(id, 'Ban')
    await field(dialog(), 'Reason').fill('Sold credits')
    await press(dialog(), 'Ban player')
    await page.getByText('Reason: Sold credits').waitFor()
    expect(refusal(await app.get(`/users/${id}`))).toEqual([403, 'banned'])
    expect(refusal(await signIn(username))).toEqual([403, 'banned'])

    await press(page, 'Actions')
    await page.getByRole('menuitem', { name: 'End the ban' }).click()
    await page.getByText('The ban has ended.').waitFor()
    expect((await app.get(`/users/${id}`)).status).toBe(200)
  })

  test('a report leads to a mute', async () => {
    const [reporter, rude] = [await play(2), await play(3)]
    const report = { user_id: rude.id, reason: 'harassment', text: 'Insults all evening' }
    expect((await reporter.app.post('/reports', report)).status).toBe(201)
    await owner.visit(`${game()}/moderation`)
    await page.getByRole('row').filter({ hasText: rude.username }).getByRole('link').first().click()
    await page.getByText('Insults all evening').waitFor()
    await page.getByRole('checkbox', { name: 'Mute' }).check()
    await field(page, 'Reason').fill('Insults')
    await press(page, 'Resolve')
    await page.getByText('The report is resolved.').waitFor()
    const message = { usernames: [reporter.username], text: 'you again' }
    expect(refusal(await rude.app.post('/chats', message))).toEqual([403, 'muted'])
  })

  test('permissions close a route to players, and a service key opens it to the server', async () => {
    const { id, app } = await play(4)
    const add = (client: Client) => client.post(`/users/${id}/add_score`, { score: 5 })
    expect((await add(app)).status).toBe(200)
    await owner.visit(`${game()}/settings?tab=permissions`)
    await page.getByRole('radio', { name: /Competitive/ }).click()
    await press(page, 'See what changes')
    await press(dialog(), 'Save permissions')
    await page.getByText('The permissions are saved').waitFor()
    expect(refusal(await add(app))).toEqual([403, 'route_closed'])

    await page.getByRole('tab', { name: 'Service keys' }).click()
    await press(page, 'Create key')
    await field(dialog(), 'Name').fill('match-server')
    await press(dialog(), 'Create key')
    await dialog().getByText('Copy it now').waitFor()
    const [name = '', token = ''] = await codesIn(dialog())
    await press(page, 'I have copied it')
    const headers = {
      'service-key-name': name,
      'service-key-token': token,
      'current-user-id': String(id),
    }
    expect((await add(new Client(dashboard.url, headers))).status).toBe(200)
  })

  test('a webhook gets an event, and its delivery is listed', async () => {
    const receiver = await Receiver.start()
    await owner.visit(`${game()}/settings?tab=webhooks`)
    await press(page, 'Create webhook')
    await field(dialog(), 'URL').fill(receiver.url)
    await press(dialog(), 'Create webhook')
    await press(page, 'I have copied it')
    await press(page, 'Send a test event')
    await expect.poll(() => receiver.types).toContain('webhook.test')
    await page.getByRole('link', { name: 'Deliveries' }).click()
    const delivery = page.getByRole('row').filter({ hasText: 'webhook.test' })
    await delivery.getByText('delivered', { exact: true }).waitFor({ timeout: 60_000 })
    expect(owner.problems).toEqual([])
  })

  test('a leaderboard gets seasons and a prize, and a game type ratings and matchmaking', async () => {
    await owner.visit(`${game()}/leaderboards`)
    await press(page, 'Set up')
    await field(dialog(), 'Name').fill('Friday cup')
    await press(dialog(), 'Choose settings')
    await page.getByLabel('A new season begins').first().click()
    await page.getByRole('option', { name: 'Every week, on Monday' }).click()
    await press(page, 'Add a prize')
    await press(page, 'Save')
    await page.getByText('Credits, an item, or both.').waitFor()
    await field(page, 'Credits').fill('500')
    await press(page, 'Save')
    await page.getByText('Saved.').waitFor()
    const address = `//admin/api/games/${game_id}/leaderboards/Friday%20cup/settings`
    const prize = { from_rank: 1, to_rank: 1, credits: 500, store_item_id: null }
    expect((await system().get(address)).body).toMatchObject({ period: 'week', prizes: [prize] })

    await owner.visit(`${game()}/ratings`)
    await press(page, 'Rate a game type')
    await field(dialog(), 'Game type').fill('..')
    await press(dialog(), 'Rate this game type')
    await dialog().getByText('one or two dots').waitFor()
    await field(dialog(), 'Game type').fill('duel')
    await press(dialog(), 'Rate this game type')
    await page.getByRole('link', { name: 'duel' }).click()
    await page.getByText('No player has a rating yet').waitFor()

    await owner.visit(`${game()}/matchmaking`)
    await press(page, 'Add a game type')
    await field(dialog(), 'Game type').fill('duel')
    await press(dialog(), 'Add game type')
    await page.getByRole('row').filter({ hasText: '1 against 1' }).waitFor()
    expect(owner.problems).toEqual([])
  })

  test('a viewer is offered no change, and can make none', async () => {
    const viewer = await dashboard.signedIn('viewer')
    const player = `${game()}/players/${playerAt(0).id}`
    const settings = ['permissions', 'service-keys', 'webhooks'].map(
      (tab) => `${game()}/settings?tab=${tab}`,
    )
    const competition = [
      `${game()}/leaderboards/board?name=Friday%20cup&view=settings`,
      `${game()}/ratings/game-type?type=duel`,
      `${game()}/matchmaking`,
    ]
    for (const path of ['/games', player, `${game()}/store`, ...settings, ...competition]) {
      await viewer.visit(path)
      const offers = viewer.page.getByRole('main').getByRole('button', {
        name: /^(Actions|Create|Change|Save|Delete|Ban|Mute|Add|New|Send|Edit|Remove|Switch)/,
      })
      expect([path, await offers.allInnerTexts()]).toEqual([path, []])
    }
    const refused = { status: 403, code: 'role_too_low' }
    const credits = { add: 1, reason: 'for me' }
    expect(await viewer.send('PUT', game(), { name: 'Mine' })).toEqual(refused)
    expect(await viewer.send('POST', `${player}/credits`, credits)).toEqual(refused)
    expect(await viewer.send('POST', `${player}/ban`, { reason: 'none' })).toEqual(refused)
    expect(viewer.problems).toEqual([])
    await viewer.context.close()
  })

  test('support staff of one game see nothing of another, by address and by API', async () => {
    const support = await dashboard.signedIn('support', { game_ids: [game_id] })
    await support.visit('/')
    const shown = await support.page.getByRole('main').innerText()
    expect(shown).toContain('Meteor Run')
    expect(shown).not.toContain('My first game')
    for (const path of ['/games/1', '/games/1/players', '/games/1/settings']) {
      await support.page.goto(path)
      await support.page.getByRole('heading', { name: 'There is no such game' }).waitFor()
    }
    for (const path of ['/games/1/players', '/games/1/audit_log', '/games/1/webhooks'])
      expect([path, (await support.send('GET', path)).status]).toEqual([path, 404])
    expect(await support.send('GET', '/audit_log')).toEqual({
      status: 403,
      code: 'needs_all_games',
    })
    expect(await support.send('GET', `${game()}/players`)).toMatchObject({ status: 200 })
    expect(support.problems).toEqual([])
  })
})
