// What '@playkeep/client/competition' exports: rounds with rules, matchmaking, ratings and seasons.
import type { CallOptions, Input } from './connection.ts'
import * as competition from './contract/competition-table.ts'
import { event_types, operations } from './contract/table.ts'
import { Feature, type FeatureParts } from './features/feature.ts'
import { PER_PAGE, pages } from './pages.ts'
import { idOf, type PlayerOrId } from './session.ts'

/** Multiplayer rounds with rules: players take a seat, and the round ends. */
export class RoundsWithRules extends Feature {
  /** The signed-in player becomes its master and has the first seat. */
  create = (rules: Input<'multiplayerRounds.create'>, options?: CallOptions) =>
    this.parts.call('multiplayerRounds.create', rules, options)

  /** Rounds that anyone may join and that have a free seat. */
  listOpen = (game_type?: string, options?: CallOptions) =>
    this.#list(game_type ? { game_type } : {}, options)

  /** Rounds that are not over and to which the signed-in player is invited. */
  invitations = (options?: CallOptions) => this.#list({ invited: true }, options)

  /** Rounds that are not over and in which the signed-in player has a seat. */
  joined = (options?: CallOptions) => this.#list({ joined: true }, options)

  #list = (wanted: Input<'multiplayerRounds.list'>, options?: CallOptions) =>
    pages(async (page) => {
      const input = { open: true, page, per_page: PER_PAGE, ...wanted }
      const { multiplayer_game_rounds } = await this.parts.call(
        'multiplayerRounds.list',
        input,
        options,
      )
      return multiplayer_game_rounds
    })

  /** Takes a seat. A round with a code needs the code, unless the signed-in player is invited. */
  join = (id: number, code?: string, options?: CallOptions) =>
    this.parts.call('multiplayerRounds.join', { id, ...(code ? { code } : {}) }, options)

  /** Takes a seat in the round with this code. */
  joinByCode = (code: string, options?: CallOptions) =>
    this.parts.call('multiplayerRounds.joinByCode', { code }, options)

  /** Gives up the seat, and takes the game rounds of the signed-in player out of the round. */
  leave = (id: number, options?: CallOptions) =>
    this.parts.call('multiplayerRounds.leave', { id }, options)

  /** For its master. */
  kick = (id: number, player: PlayerOrId, options?: CallOptions) =>
    this.parts.call('multiplayerRounds.kick', { id, user_id: idOf(player) }, options)

  /** For its master. */
  invite = (id: number, players: PlayerOrId[], options?: CallOptions) =>
    this.parts.call('multiplayerRounds.invite', { id, user_ids: players.map(idOf) }, options)

  /** For its master. Scores and places stay as they are then. */
  finish = (id: number, options?: CallOptions) =>
    this.parts.call('multiplayerRounds.finish', { id }, options)
}

/** Looks for opponents. The event `match.found` names the round in which they meet. */
export class Matchmaking extends Feature {
  /** Creates a ticket. It expires unless it is read with `get` at least every 30 seconds. */
  start = (ticket: Input<'matchmaking.createTicket'>, options?: CallOptions) =>
    this.parts.call('matchmaking.createTicket', ticket, options)

  /** The ticket that the signed-in player has, and those to which friends have invited them. */
  tickets = async (options?: CallOptions) =>
    (await this.parts.call('matchmaking.listTickets', {}, options)).tickets

  /** What has become of the ticket. Keeps the ticket alive. */
  get = (id: number, options?: CallOptions) =>
    this.parts.call('matchmaking.getTicket', { id }, options)

  /** Ends the ticket for the whole party. Also declines an invitation. */
  cancel = (id: number, options?: CallOptions) =>
    this.parts.call('matchmaking.cancelTicket', { id }, options)

  /** To look for opponents together with the friend who has invited the signed-in player. */
  accept = (id: number, options?: CallOptions) =>
    this.parts.call('matchmaking.acceptTicket', { id }, options)

  /** Answers the ready check of the ticket. */
  ready = (id: number, options?: CallOptions) =>
    this.parts.call('matchmaking.ready', { id }, options)
}

const userIdOf = (player: PlayerOrId | undefined) =>
  player === undefined ? {} : { user_id: idOf(player) }

/** How good players are at game types that are rated. */
export class Ratings extends Feature {
  /** Of the signed-in player, unless another one is named. */
  async of(player?: PlayerOrId, options?: CallOptions) {
    return (await this.parts.call('ratings.get', userIdOf(player), options)).ratings
  }

  /** The latest changes. `next` of the answer is `before` of the next page. */
  history = (filter: Input<'ratings.history'> = {}, options?: CallOptions) =>
    this.parts.call('ratings.history', filter, options)

  /** The best players of a game type. */
  best = (filter: Input<'ratings.leaderboard'>, options?: CallOptions) =>
    this.parts.call('ratings.leaderboard', filter, options)
}

type View = { season?: number; friends_only?: boolean; group_id?: number }
type ViewOfPlayer = View & { player?: PlayerOrId }

const viewOf = ({ player, ...view }: ViewOfPlayer) => ({ ...userIdOf(player), ...view })

/** Leaderboards with settings and seasons, those of groups, views of friends and groups, and pages of very long ones. */
export class RankedLeaderboards extends Feature {
  /** Its settings and its seasons, the newest first. */
  seasons = (name: string, options?: CallOptions) =>
    this.parts.call('leaderboards.seasons', { id: this.parts.game_id, name }, options)

  /** Of the signed-in player, unless another one is named. In the running season, unless `season` says otherwise. */
  rank = (name: string, view: ViewOfPlayer = {}, options?: CallOptions) =>
    this.parts.call('leaderboards.rank', { id: this.parts.game_id, name, ...viewOf(view) }, options)

  /** The entries that count next to a player: the signed-in one, unless another one is named. */
  async around(
    name: string,
    { limit, ...view }: ViewOfPlayer & { limit?: number } = {},
    options?: CallOptions,
  ) {
    const { call, game_id } = this.parts
    const input = { id: game_id, name, ...viewOf(view), ...(limit ? { limit } : {}) }
    return (await call('leaderboards.around', input, options)).leaderboard_entries
  }

  /**
   * The entry that counts for each player (the best, the latest or the sum, as the leaderboard has it) from a rank on, and how
   * many players there are.
   */
  page = (
    name: string,
    view: View & { from_rank?: number; limit?: number } = {},
    options?: CallOptions,
  ) =>
    this.parts.call(
      'leaderboards.entriesFromRank',
      { id: this.parts.game_id, name, ...view },
      options,
    )
}

/** `const competition = playkeep.use(Competition)` */
export class Competition {
  readonly rounds: RoundsWithRules
  readonly matchmaking: Matchmaking
  readonly ratings: Ratings
  readonly leaderboards: RankedLeaderboards

  constructor(parts: FeatureParts) {
    Object.assign(operations, competition.operations)
    event_types.push(...competition.event_types.filter((type) => !event_types.includes(type)))
    this.rounds = new RoundsWithRules(parts)
    this.matchmaking = new Matchmaking(parts)
    this.ratings = new Ratings(parts)
    this.leaderboards = new RankedLeaderboards(parts)
  }
}
