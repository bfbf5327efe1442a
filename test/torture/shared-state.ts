import type { ActionOf, ActionResult } from './history.ts'

const MAX_ENTRIES_PER_PLAYER = 12
const MAX_MATCHES = 5
const MAX_ROUNDS_PER_MATCH = 25

interface Match {
  id: number
  master: number
  rounds: number[]
}

interface FriendRequest {
  friendship: number
  other: number
}

/** The latest entries of each player. */
class LatestEntries<T> {
  readonly #lists = new Map<number, T[]>()

  of = (player: number): readonly T[] => this.#lists.get(player) ?? []

  add(player: number, entry: T): void {
    this.#lists.set(player, [...this.of(player), entry].slice(-MAX_ENTRIES_PER_PLAYER))
  }

  remove(player: number, condition: (entry: T) => boolean): void {
    this.#lists.set(
      player,
      this.of(player).filter((entry) => !condition(entry)),
    )
  }
}

/** What all clients know from earlier answers: friend requests to answer, matches to join, rounds to change. */
export class SharedState {
  readonly #rounds = new LatestEntries<number>()
  readonly #received = new LatestEntries<FriendRequest>()
  readonly #sent = new LatestEntries<FriendRequest>()
  #matches: Match[] = []

  roundsOf = this.#rounds.of
  requestsTo = this.#received.of
  requestsBy = this.#sent.of

  openMatches = () =>
    this.#matches.filter(({ rounds }) => rounds.length < MAX_ROUNDS_PER_MATCH).map(({ id }) => id)

  /** The player's own rounds, and those of matches whose master they are. */
  roundsChangeableBy(player: number): readonly number[] {
    const own = this.#matches.filter(({ master }) => master === player)
    return [...this.#rounds.of(player), ...own.flatMap(({ rounds }) => rounds)]
  }

  #addRound({ player, answer }: ActionResult, { match }: ActionOf<'play'>): void {
    const { id = 0, multiplayer_game_round_id } = answer
    this.#rounds.add(player, id)
    if (match !== undefined) {
      this.#matches.find((candidate) => candidate.id === match)?.rounds.push(id)
    } else if (multiplayer_game_round_id) {
      const created = { id: multiplayer_game_round_id, master: player, rounds: [id] }
      this.#matches = [...this.#matches, created].slice(-MAX_MATCHES)
    }
  }

  #removeRequest({ friendship }: { friendship: number }, sender: number, receiver: number): void {
    this.#sent.remove(sender, (request) => request.friendship === friendship)
    this.#received.remove(receiver, (request) => request.friendship === friendship)
  }

  update(result: ActionResult): void {
    const { player, action, answer, outcome } = result
    if (outcome !== 'done') return
    if (action.kind === 'play') this.#addRound(result, action)
    if (action.kind === 'delete_round') this.#rounds.remove(player, (id) => id === action.round)
    if (action.kind === 'befriend' && answer.status === 'pending') {
      const friendship = answer.friendship_id ?? 0
      this.#sent.add(player, { friendship, other: action.other })
      this.#received.add(action.other, { friendship, other: player })
    }
    if (action.kind === 'accept' || action.kind === 'decline') {
      this.#removeRequest(action, action.other, player)
    }
    if (action.kind === 'cancel') this.#removeRequest(action, player, action.other)
  }
}
