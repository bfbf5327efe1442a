import { Account } from './account.ts'
import type { FeatureParts } from './feature.ts'
import { Blocks, Friends, Presence, Reports } from './friends.ts'
import { GameRoutes } from './game.ts'
import { Groups } from './groups.ts'
import { Leaderboards } from './leaderboards.ts'
import { Chats, Messages, Notifications } from './messages.ts'
import { Attributes, Players, Scores } from './players.ts'
import { MultiplayerRounds, Rounds } from './rounds.ts'
import { Credits, Store } from './store.ts'

/** All features of a game, for one way to send their requests. */
export class Features {
  readonly account: Account
  readonly players: Players
  readonly scores: Scores
  readonly attributes: Attributes
  readonly credits: Credits
  readonly store: Store
  readonly rounds: Rounds
  readonly multiplayer: MultiplayerRounds
  readonly leaderboards: Leaderboards
  readonly groups: Groups
  readonly friends: Friends
  readonly blocks: Blocks
  readonly reports: Reports
  readonly presence: Presence
  readonly chats: Chats
  readonly messages: Messages
  readonly notifications: Notifications
  readonly game: GameRoutes

  constructor(parts: FeatureParts) {
    this.account = new Account(parts)
    this.players = new Players(parts)
    this.scores = new Scores(parts)
    this.attributes = new Attributes(parts)
    this.credits = new Credits(parts)
    this.store = new Store(parts)
    this.rounds = new Rounds(parts)
    this.multiplayer = new MultiplayerRounds(parts)
    this.leaderboards = new Leaderboards(parts)
    this.groups = new Groups(parts)
    this.friends = new Friends(parts)
    this.blocks = new Blocks(parts)
    this.reports = new Reports(parts)
    this.presence = new Presence(parts)
    this.chats = new Chats(parts)
    this.messages = new Messages(parts)
    this.notifications = new Notifications(parts)
    this.game = new GameRoutes(parts)
  }
}
