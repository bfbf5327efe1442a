import type { Action, Fixture, PlayerAccount } from './history.ts'
import { pick, type PlannedAction } from './plan.ts'
import type { SharedState } from './shared-state.ts'

const ATTRIBUTES = ['colour', 'hat', 'level', 'title']
const NEIGHBOUR_OFFSETS = [-3, -2, -1, 1, 2, 3]

/** What the choice of an action depends on. */
interface ChoiceContext {
  fixture: Fixture
  state: SharedState
  player: PlayerAccount
}

/** 0, which is no id, if nothing was found. */
const idOf = (found: { id: number } | undefined) => found?.id ?? 0

/** The id of a player near this one in the list, so that both players of a pair often act on it at the same time. */
function chooseNeighbour({ fixture, player }: ChoiceContext, choice: number): number {
  const { players } = fixture
  const own_index = players.findIndex(({ id }) => id === player.id)
  const index = own_index + (pick(NEIGHBOUR_OFFSETS, choice) ?? 1)
  return idOf(players[(index + players.length) % players.length])
}

function play({ state }: ChoiceContext, { choice, amount }: PlannedAction): Action {
  const score = Math.floor(amount * 50)
  if (choice < 0.4) return { kind: 'play', score, multiplayer: false }
  const match = choice < 0.55 ? undefined : pick(state.openMatches(), (choice - 0.55) / 0.45)
  return { kind: 'play', score, multiplayer: true, ...(match === undefined ? {} : { match }) }
}

const befriend = (context: ChoiceContext, { choice }: PlannedAction): Action => ({
  kind: 'befriend',
  other: chooseNeighbour(context, choice),
})

/** Turns a planned action into one that is possible now: if there is nothing to change or answer, it creates something. */
export function chooseAction(context: ChoiceContext, planned: PlannedAction): Action {
  const { fixture, state, player } = context
  const { kind, choice, amount } = planned
  switch (kind) {
    case 'earn':
      return { kind, credits: Math.floor(amount * 3000) - 1000 }
    case 'score':
      return { kind, score: 1 + Math.floor(amount * 1000) }
    case 'buy':
    case 'revoke':
      return { kind, item: idOf(pick(fixture.items, choice)) }
    case 'play':
      return play(context, planned)
    case 'change_round': {
      const round = pick(state.roundsChangeableBy(player.id), choice)
      return round ? { kind, round, score: Math.floor(amount * 50) } : play(context, planned)
    }
    case 'delete_round': {
      const round = pick(state.roundsOf(player.id), choice)
      return round ? { kind, round } : play(context, planned)
    }
    case 'unfriend':
    case 'befriend':
      return { kind, other: chooseNeighbour(context, choice) }
    case 'accept':
    case 'decline':
    case 'cancel': {
      const requests = kind === 'cancel' ? state.requestsBy(player.id) : state.requestsTo(player.id)
      const request = pick(requests, choice)
      return request ? { kind, ...request } : befriend(context, planned)
    }
    case 'join':
    case 'leave':
      return { kind, group: idOf(pick(fixture.groups, choice)) }
    default:
      return { kind, name: pick(ATTRIBUTES, choice) ?? '' }
  }
}

export interface ActionRequest {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
}

/** The HTTP request for an action. `key` is stored in what the action writes, so that the checker recognises it. */
export function requestFor(
  fixture: Fixture,
  player: number,
  action: Action,
  key: string,
): ActionRequest {
  const own = `/users/${player}`
  switch (action.kind) {
    case 'earn':
      return { method: 'POST', path: `${own}/add_credits`, body: { credits: action.credits } }
    case 'score':
      return { method: 'POST', path: `${own}/add_score`, body: { score: action.score } }
    case 'buy': {
      const body = { store_item_id: action.item }
      return { method: 'POST', path: `${own}/purchase_game_user_store_item`, body }
    }
    case 'revoke': {
      const path = `${own}/remove_game_user_store_item?store_item_id=${action.item}`
      return { method: 'DELETE', path }
    }
    case 'play': {
      const { score, multiplayer, match: multiplayer_game_round_id } = action
      const round = { game_user_id: player, game_type: 'torture', score, metadata: { key } }
      const body = { ...round, multiplayer, multiplayer_game_round_id }
      return { method: 'POST', path: '/game_rounds', body }
    }
    case 'change_round':
      return { method: 'PUT', path: `/game_rounds/${action.round}`, body: { score: action.score } }
    case 'delete_round':
      return { method: 'DELETE', path: `/game_rounds/${action.round}` }
    case 'befriend': {
      const username = fixture.players.find(({ id }) => id === action.other)?.username
      return { method: 'POST', path: '/friendships', body: { username } }
    }
    case 'unfriend':
      return { method: 'DELETE', path: `/unfriend?user_id=${action.other}` }
    case 'accept':
    case 'decline': {
      const body = { status: action.kind === 'accept' ? 'accepted' : 'declined' }
      return { method: 'PUT', path: `/friendships/${action.friendship}`, body }
    }
    case 'cancel':
      return { method: 'DELETE', path: `/friendships/${action.friendship}` }
    case 'join': {
      const body = { group_id: action.group, user_id: player }
      return { method: 'POST', path: '/group_connections', body }
    }
    case 'leave':
      return { method: 'DELETE', path: `/group_connections/leave/${action.group}` }
    case 'set_attribute': {
      const body = { key: action.name, value: key }
      return { method: 'POST', path: `${own}/add_game_user_attribute`, body }
    }
    default: {
      const path = `${own}/remove_game_user_attribute?game_user_attribute_key=${action.name}`
      return { method: 'DELETE', path }
    }
  }
}
