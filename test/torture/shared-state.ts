import type { Act, DeedOf } from './history.ts'

const REMEMBERED = 12
const MATCHES = 5
const MOST_IN_MATCH = 25

interface Match {
  id: number
  master: number
  rounds: number[]
}

interface Request {
  friendship: number
  other: number
}

/** The latest entries of each player. */
class Latest<T> {
  readonly #lists = new Map<number, T[]>()

  of = (player: number): readonly T[] => this.#lists.get(player) ?? []

  add(player: number, entry: T): void {
    this.#lists.set(player, [...this.of(player), entry].slice(-REMEMBERED))
  }

  drop(player: number, condition: (entry: T) => boolean): void {
    this.#lists.set(
      player,
      this.of(player).filter((entry) => !condition(entry)),
    )
  }
}

/** What players know from earlier answers: requests to answer, matches to join, rounds to change. */
export class Board {
  readonly #rounds = new Latest<number>()
  readonly #received = new Latest<Request>()
  readonly #sent = new Latest<Request>()
  #matches: Match[] = []

  roundsOf = this.#rounds.of
  requestsTo = this.#received.of
  requestsBy = this.#sent.of

  openMatches = () =>
    this.#matches.filter(({ rounds }) => rounds.length < MOST_IN_MATCH).map(({ id }) => id)

  /** The player's own rounds, and those of matches whose master they are. */
  changeableBy(player: number): readonly number[] {
    const own = this.#matches.filter(({ master }) => master === player)
    return [...this.#rounds.of(player), ...own.flatMap(({ rounds }) => rounds)]
  }

  #learnRound({ player, answer }: Act, { match }: DeedOf<'play'>): void {
    const { id = 0, multiplayer_game_round_id } = answer
    this.#rounds.add(player, id)
    if (match !== undefined) {
      this.#matches.find((known) => known.id === match)?.rounds.push(id)
    } else if (multiplayer_game_round_id) {
      const made = { id: multiplayer_game_round_id, master: player, rounds: [id] }
      this.#matches = [...this.#matches, made].slice(-MATCHES)
    }
  }

  #settle({ friendship }: { friendship: number }, sender: number, receiver: number): void {
    this.#sent.drop(sender, (request) => request.friendship === friendship)
    this.#received.drop(receiver, (request) => request.friendship === friendship)
  }

  learn(act: Act): void {
    const { player, deed, answer, outcome } = act
    if (outcome !== 'done') return
    if (deed.kind === 'play') this.#learnRound(act, deed)
    if (deed.kind === 'delete_round') this.#rounds.drop(player, (id) => id === deed.round)
    if (deed.kind === 'befriend' && answer.status === 'pending') {
      const friendship = answer.friendship_id ?? 0
      this.#sent.add(player, { friendship, other: deed.other })
      this.#received.add(deed.other, { friendship, other: player })
    }
    if (deed.kind === 'accept' || deed.kind === 'decline') this.#settle(deed, deed.other, player)
    if (deed.kind === 'cancel') this.#settle(deed, player, deed.other)
  }
}
