import type { Cast, Deed, Member } from './history.ts'
import type { Board } from './shared-state.ts'
import { type Intention, pick } from './plan.ts'

const ATTRIBUTES = ['colour', 'hat', 'level', 'title']
const NEAR = [-3, -2, -1, 1, 2, 3]

interface Situation {
  cast: Cast
  board: Board
  me: Member
}

/** 0, which is no id, if nothing was found. */
const idOf = (found: { id: number } | undefined) => found?.id ?? 0

/** A player near this one in the list, so that the same pairs meet often and from both sides. */
function neighbour({ cast, me }: Situation, part: number): number {
  const { players } = cast
  const at = players.findIndex(({ id }) => id === me.id) + (pick(NEAR, part) ?? 1)
  return idOf(players[(at + players.length) % players.length])
}

function play({ board }: Situation, { which, how_much }: Intention): Deed {
  const score = Math.floor(how_much * 50)
  if (which < 0.4) return { kind: 'play', score, multiplayer: false }
  const match = which < 0.55 ? undefined : pick(board.openMatches(), (which - 0.55) / 0.45)
  return { kind: 'play', score, multiplayer: true, ...(match === undefined ? {} : { match }) }
}

const befriend = (situation: Situation, { which }: Intention): Deed => ({
  kind: 'befriend',
  other: neighbour(situation, which),
})

/** Turns an intention into a write that is possible now; if there is nothing to answer or change, it creates something. */
export function deedFor(situation: Situation, intention: Intention): Deed {
  const { cast, board, me } = situation
  const { kind, which, how_much } = intention
  switch (kind) {
    case 'earn':
      return { kind, credits: Math.floor(how_much * 3000) - 1000 }
    case 'score':
      return { kind, score: 1 + Math.floor(how_much * 1000) }
    case 'buy':
    case 'revoke':
      return { kind, item: idOf(pick(cast.items, which)) }
    case 'play':
      return play(situation, intention)
    case 'change_round': {
      const round = pick(board.changeableBy(me.id), which)
      return round ? { kind, round, score: Math.floor(how_much * 50) } : play(situation, intention)
    }
    case 'delete_round': {
      const round = pick(board.roundsOf(me.id), which)
      return round ? { kind, round } : play(situation, intention)
    }
    case 'unfriend':
    case 'befriend':
      return { kind, other: neighbour(situation, which) }
    case 'accept':
    case 'decline':
    case 'cancel': {
      const known = kind === 'cancel' ? board.requestsBy(me.id) : board.requestsTo(me.id)
      const request = pick(known, which)
      return request ? { kind, ...request } : befriend(situation, intention)
    }
    case 'join':
    case 'leave':
      return { kind, group: idOf(pick(cast.groups, which)) }
    default:
      return { kind, name: pick(ATTRIBUTES, which) ?? '' }
  }
}

export interface Call {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
}

/** The request for a deed. `key` is stored in what it writes, so that the checker recognises it. */
export function callOf(cast: Cast, player: number, deed: Deed, key: string): Call {
  const own = `/users/${player}`
  switch (deed.kind) {
    case 'earn':
      return { method: 'POST', path: `${own}/add_credits`, body: { credits: deed.credits } }
    case 'score':
      return { method: 'POST', path: `${own}/add_score`, body: { score: deed.score } }
    case 'buy': {
      const body = { store_item_id: deed.item }
      return { method: 'POST', path: `${own}/purchase_game_user_store_item`, body }
    }
    case 'revoke': {
      const path = `${own}/remove_game_user_store_item?store_item_id=${deed.item}`
      return { method: 'DELETE', path }
    }
    case 'play': {
      const { score, multiplayer, match: multiplayer_game_round_id } = deed
      const round = { game_user_id: player, game_type: 'torture', score, metadata: { key } }
      const body = { ...round, multiplayer, multiplayer_game_round_id }
      return { method: 'POST', path: '/game_rounds', body }
    }
    case 'change_round':
      return { method: 'PUT', path: `/game_rounds/${deed.round}`, body: { score: deed.score } }
    case 'delete_round':
      return { method: 'DELETE', path: `/game_rounds/${deed.round}` }
    case 'befriend': {
      const username = cast.players.find(({ id }) => id === deed.other)?.username
      return { method: 'POST', path: '/friendships', body: { username } }
    }
    case 'unfriend':
      return { method: 'DELETE', path: `/unfriend?user_id=${deed.other}` }
    case 'accept':
    case 'decline': {
      const body = { status: deed.kind === 'accept' ? 'accepted' : 'declined' }
      return { method: 'PUT', path: `/friendships/${deed.friendship}`, body }
    }
    case 'cancel':
      return { method: 'DELETE', path: `/friendships/${deed.friendship}` }
    case 'join': {
      const body = { group_id: deed.group, user_id: player }
      return { method: 'POST', path: '/group_connections', body }
    }
    case 'leave':
      return { method: 'DELETE', path: `/group_connections/leave/${deed.group}` }
    case 'set_attribute': {
      const body = { key: deed.name, value: key }
      return { method: 'POST', path: `${own}/add_game_user_attribute`, body }
    }
    default: {
      const path = `${own}/remove_game_user_attribute?game_user_attribute_key=${deed.name}`
      return { method: 'DELETE', path }
    }
  }
}
