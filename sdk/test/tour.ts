import { Competition } from '../src/competition.ts'
import { memoryStorage, Playkeep, PlaykeepError, type Settings } from '../src/index.ts'
import { watch } from './watch.ts'

/** Runs in Node and in a browser, so it has no test framework. */
function same(actual: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof PlaykeepError) return error.code
    throw error
  }
  return 'accepted'
}

export interface TourInput extends Pick<Settings, 'url' | 'game_id' | 'game_token'> {
  item_id: number
  /** Makes names that nobody else has. */
  run: string
}

class Tour {
  readonly called = new Set<string>()
  readonly input: TourInput
  readonly ana: Playkeep
  readonly ben: Playkeep

  constructor(input: TourInput) {
    this.input = input
    this.ana = this.#game()
    this.ben = this.#game()
  }

  #game = () => watch(new Playkeep({ ...this.input, storage: memoryStorage() }), this.called)

  name = (word: string) => `${word}-${this.input.run}`

  async accounts(): Promise<void> {
    const { ana, ben } = this
    same((await ana.info()).id, this.input.game_id, 'the id of the game')
    same(typeof (await ana.serverTime()), 'object', 'the time')
    same(await ana.resume(), undefined, 'nobody is signed in')
    const guest = await ana.playAsGuest()
    let told = 0
    ana.onPlayer(() => told++)
    const fields = {
      username: this.name('ana'),
      email: `${this.name('ana')}@example.com`,
      password: 'seven green lamps',
    }
    await ana.account.upgrade(fields)
    same(ana.player?.id, guest.id, 'the upgraded guest')
    same(ana.player?.username, fields.username, 'their name')
    await ana.signOut()
    same(ana.player, undefined, 'after signing out')
    same(
      await refusal(ana.signIn({ email: fields.email, password: 'wrong' })),
      'wrong_credentials',
      'a wrong password',
    )
    await ana.signIn(fields)
    same(told > 2, true, 'changes of the player')
    await ben.signUp({
      username: this.name('ben'),
      email: `${this.name('ben')}@example.com`,
      password: 'eight blue lamps',
    })
    same((await ana.account.get()).username, fields.username, 'the account')
    await ana.account.change({ username: this.name('anna') })
    same(ana.player?.username, this.name('anna'), 'the changed name')
    await ana.account.change({ username: fields.username })
    await ana.account.changePassword({
      current_password: fields.password,
      password: 'nine red lamps',
    })
    same(
      (await refusal(ana.account.resetPassword({ token: 'none', password: 'ten lamps' }))) !==
        'accepted',
      true,
      'a wrong token',
    )
    await refusal(ana.account.forgotPassword(fields.email))
    await refusal(ana.account.sendVerification())
    same((await ana.account.emailVerification()).is_verified, false, 'the address')
    const sessions = await ana.account.sessions().all()
    same(sessions.length > 0, true, 'sessions')
    same(
      await refusal(ana.account.endSession(987_654_321)),
      'session_not_found',
      'an unknown session',
    )
    same((await ana.account.export()).is_complete, true, 'the export')
    same((await ben.players.get(guest)).username, fields.username, 'another player')
  }

  async numbers(): Promise<void> {
    const { ana } = this
    same((await ana.scores.set(100)).score, 100, 'the score')
    same((await ana.scores.add(-1)).score, 99, 'the score')
    same((await ana.credits.set(100)).credits, 100, 'the credits')
    same((await ana.credits.add(5)).credits, 105, 'the credits')
    same(ana.player?.credits, 105, 'the credits of the player')
    await ana.attributes.set({ class: 'wizard', home: 'harbour' })
    await ana.attributes.remove(['home'])
    const attributes = await ana.attributes.of().all()
    same(
      attributes.map(({ key, value }) => [key, value]),
      [['class', 'wizard']],
      'attributes',
    )
  }

  async store(): Promise<void> {
    const { ana, input } = this
    const items = await ana.store.items()
    same(
      items.map(({ id }) => id),
      [input.item_id],
      'the store',
    )
    same((await ana.store.buy(input.item_id)).credits, 95, 'credits after buying')
    same(ana.player?.credits, 95, 'the credits of the player')
    same(await refusal(ana.store.buy(input.item_id)), 'item_already_purchased', 'twice')
    same((await ana.store.owned()).game_user_store_items.length, 1, 'what is owned')
    same((await ana.store.refund(input.item_id)).credits, 105, 'credits after the refund')
    await ana.store.buy(input.item_id)
    same((await ana.store.refund(input.item_id, { reimburse: false })).credits, 95, 'credits')
  }

  async rounds(): Promise<void> {
    const open = await this.ana.use(Competition).rounds.listOpen('none').all()
    same(open.length, 0, 'open rounds')
    const { ana, ben } = this
    const round = await ana.rounds.create({ game_type: 'race', score: 10, multiplayer: true })
    const multiplayer_game_round_id = round.multiplayer_game_round_id ?? 0
    const entry = await ben.rounds.create({
      game_type: 'race',
      score: 20,
      multiplayer_game_round_id,
    })
    same((await ana.rounds.change(round.id, { score: 30 })).place, 1, 'the place')
    same((await ben.rounds.get(entry.id)).place, 2, 'the place')
    same((await ana.multiplayer.get(multiplayer_game_round_id)).rankings.length, 2, 'rankings')
    const places = (await ben.multiplayer.entries(multiplayer_game_round_id).all()).map(
      ({ score }) => score,
    )
    same(places, [30, 20], 'the entries')
    await ana.multiplayer.removeEntry(multiplayer_game_round_id, entry.id)
    for (let score = 0; score < 120; score++) await ana.rounds.create({ game_type: 'many', score })
    const scores = (await ana.rounds.of(undefined, { game_type: 'many' }).all()).map(
      ({ score }) => score,
    )
    same(
      scores,
      Array.from({ length: 120 }, (_, index) => 119 - index),
      'all rounds, newest first',
    )
    await ana.rounds.delete(round.id)
    same(await refusal(ana.rounds.get(round.id)), 'round_not_found', 'a deleted round')
  }

  async leaderboards(): Promise<void> {
    const { ana, ben } = this
    await ana.leaderboards.add({ leaderboard_name: 'high', score: 5 })
    await ben.leaderboards.add({ leaderboard_name: 'high', score: 7 })
    same(
      (await ana.leaderboards.entries('high')).map(({ score }) => score),
      [7, 5],
      'entries',
    )
    same((await ana.leaderboards.of()).length, 1, 'own entries')
    same((await ana.leaderboards.rank('high')).rank, 2, 'the rank')
    same((await ana.leaderboards.rank('high', ben.player)).rank, 1, "Ben's rank")
    same((await ana.leaderboards.around('high', { limit: 2 })).length, 2, 'entries around')
    await ana.leaderboards.clear('high')
    await ben.leaderboards.clearAll()
    same(await ana.leaderboards.entries('high'), [], 'no entries')
  }

  async groups(): Promise<void> {
    const { ana, ben } = this
    const { id } = await ana.groups.create({
      name: this.name('Owls'),
      max_group_size: 5,
      can_auto_join: false,
      is_invite_only: false,
      searchable: true,
    })
    same(
      (await ben.groups.search(this.name('Owls')).all()).map((one) => one.id),
      [id],
      'found',
    )
    const request = await ben.groups.join(id)
    same(
      (await ana.groups.joinRequests(id).all()).map((one) => one.id),
      [request.id],
      'requests',
    )
    await ben.groups.cancel(request.id)
    const again = await ben.groups.join(id)
    await ana.groups.decline(again.id)
    const invite = await ana.groups.invite(id, this.name('ben'))
    same(
      (await ana.groups.invites(id).all()).map((one) => one.id),
      [invite.id],
      'invites',
    )
    same((await ben.groups.myInvites().all()).length, 1, "Ben's invites")
    await ben.groups.accept(invite.id)
    same(
      (await ben.groups.mine().all()).map((one) => one.id),
      [id],
      "Ben's groups",
    )
    same((await ana.groups.get(id)).member_count, 2, 'members')
    await ana.groups.attributes.add(id, [{ key: 'motto', value: 'We never sleep' }])
    await ana.groups.attributes.change(id, { key: 'motto', value: 'We sleep' })
    same(
      (await ben.groups.attributes.of(id).all()).map(({ value }) => value),
      ['We sleep'],
      'attributes',
    )
    await ana.groups.attributes.remove(id, ['motto'])
    await ana.groups.addAdmin(id, ben.player ?? 0)
    await ana.groups.removeAdmin(id, ben.player ?? 0)
    await ana.chats.write({ group_id: id, text: 'Good evening' })
    await ben.reports.group(id, 'name')
    await ben.groups.leave(id)
    await ana.groups.change(id, { can_auto_join: true })
    await ben.groups.join(id)
    await ana.groups.removeMember(id, ben.player ?? 0)
    await ana.groups.delete(id)
  }

  async friends(): Promise<void> {
    const { ana, ben } = this
    const first = await ana.friends.request(this.name('ben'))
    same((await ana.friends.outgoing().all()).length, 1, 'sent requests')
    same((await ben.friends.incoming().all()).length, 1, 'received requests')
    await ana.friends.cancel(first.friendship_id)
    const second = await ana.friends.request(this.name('ben'))
    await ben.friends.decline(second.friendship_id)
    const third = await ana.friends.request(this.name('ben'))
    await ben.friends.accept(third.friendship_id)
    await ben.presence.set({ status: 'in a match' })
    same((await ben.presence.get()).status, 'in a match', 'the status')
    same(
      (await ana.friends.list().all()).map(({ username }) => username),
      [this.name('ben')],
      'friends',
    )
    same((await ana.friends.overview()).friends.length, 1, 'friends')
    await ana.friends.remove(ben.player ?? 0)
    await ana.reports.player(ben.player ?? 0, 'name', 'for the tour')
    same(await refusal(ana.reports.player(ben.player ?? 0, 'name')), 'already_reported', 'a report')
    same((await ana.account.warnings()).warnings, [], 'warnings')
    await ana.blocks.add(ben.player ?? 0)
    same((await ana.blocks.list().all()).length, 1, 'blocks')
    await ana.blocks.remove(ben.player ?? 0)
  }

  async messages(): Promise<void> {
    const { ana, ben } = this
    const { chat } = await ana.chats.write({ usernames: [this.name('ben')], text: 'hello' })
    const heard = new Promise<string>((resolve) => {
      ana.events.on('message.posted', ({ data }) => {
        // Her own message may be told, too: PostgreSQL shows it when older transactions have ended.
        if (data.user.id !== ana.player?.id) resolve(data.text)
      })
    })
    await ana.events.opened()
    await ben.messages.post(chat.id, 'hello Ana')
    same(await heard, 'hello Ana', 'what was heard')
    ana.events.close()
    const [last] = await ana.messages.of(chat.id).all()
    await ana.messages.markAsRead(last?.id ?? 0)
    await ana.reports.message(last?.id ?? 0, 'spam')
    same((await ana.chats.list().all()).length, 1, 'chats')
    await ana.chats.leave(chat.id)
  }

  async notifications(): Promise<void> {
    const { ana, ben } = this
    await ana.friends.request(this.name('ben'))
    const [first] = await ben.notifications.list().all()
    same((await ben.notifications.unreadCount()) > 0, true, 'unread notifications')
    await ben.notifications.markAsRead(first?.id ?? 0)
    same((await ben.notifications.markAllAsRead()).unread_count, 0, 'unread notifications')
  }

  async later(): Promise<void> {
    const { ana } = this
    for (const score of [1, 2]) await ana.later.scores.add(score)
    await ana.outbox.send()
    same(await ana.outbox.size(), 0, 'what waits')
    same((await ana.account.get()).score, 102, 'the score')
    // The server of the tour has no game code.
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const)
      same(await refusal(ana.game[method]('/none')), 'unknown_route', method)
    await ana.account.delete()
    same(ana.player, undefined, 'after the deletion')
    ana.close()
  }
}

/** Two players use everything. Returns the methods that were called. */
export async function takeTour(input: TourInput): Promise<string[]> {
  const tour = new Tour(input)
  await tour.accounts()
  await tour.numbers()
  await tour.store()
  await tour.rounds()
  await tour.leaderboards()
  for (const part of ['groups', 'friends', 'messages', 'notifications', 'later'] as const)
    await tour[part]()
  return [...tour.called]
}
