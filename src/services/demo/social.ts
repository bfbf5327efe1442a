import { DAY_MS, MINUTE_MS } from '../../durations.ts'
import type { DemoPlayer } from './players.ts'
import type { Random } from './random.ts'
import { GROUP_ATTRIBUTES, GROUPS } from './texts.ts'

/** Players are named by their place in the list of players. */
interface DemoConnection {
  user: number
  inviter: number
  kind: 'founder' | 'invite' | 'join_request'
  status: 'pending' | 'accepted' | 'declined'
  is_admin: number
  at: number
}

export interface DemoGroup {
  name: string
  group_type: string
  max_group_size: number
  can_auto_join: number
  is_invite_only: number
  created_at: number
  connections: DemoConnection[]
  attributes: { key: string; value: string; creator: number }[]
}

export interface DemoFriendship {
  sender: number
  receiver: number
  status: 'pending' | 'accepted'
  requested_at: number
  since: number
}

export interface DemoBlock {
  blocker: number
  blocked: number
  at: number
}

const FRIEND_REQUESTS = 760
const ACCEPTED_SHARE = 0.88
const BLOCKS = 16
const SIZES = [10, 25, 50, 100] as const
const SECOND_ADMIN = 0.4

/** Draws players; those who come often more often. */
class Crowd {
  readonly #players: DemoPlayer[]
  readonly #places: number[]
  readonly #random: Random
  readonly #now: number

  constructor(players: DemoPlayer[], random: Random, now: number) {
    this.#players = players
    this.#random = random
    this.#now = now
    this.#places = players.flatMap(({ visits }, user) => visits.map(() => user))
  }

  draw = () => this.#random.pick(this.#places)

  joinedAt = (user: number) => this.#players[user]?.joined_at ?? 0

  /** When all of them are there, and not too long after. */
  timeFor(users: number[], longest_days = 9): number {
    const first = Math.max(...users.map(this.joinedAt)) + MINUTE_MS
    const last = Math.min(this.#now - MINUTE_MS, first + longest_days * DAY_MS)
    return this.#random.between(first, Math.max(first, last))
  }

  get now(): number {
    return this.#now
  }
}

function planConnections(
  crowd: Crowd,
  founder: number,
  {
    created_at,
    seats,
    random,
  }: {
    created_at: number
    seats: number
    random: Random
  },
): DemoConnection[] {
  const connections: DemoConnection[] = [
    {
      user: founder,
      inviter: founder,
      kind: 'founder',
      status: 'accepted',
      is_admin: 1,
      at: created_at,
    },
  ]
  const wanted = random.between(Math.min(4, seats), Math.min(seats, 34))
  for (let tries = 0; tries < wanted * 2 && connections.length < wanted; tries++) {
    const user = crowd.draw()
    if (connections.some((connection) => connection.user === user)) continue
    const is_invited = random.chance(0.4)
    const status =
      (['accepted', 'pending', 'declined'] as const)[random.pickWeighted([8, 1.4, 0.5])] ??
      'pending'
    connections.push({
      user,
      inviter: is_invited ? founder : user,
      kind: is_invited ? 'invite' : 'join_request',
      status,
      is_admin: status === 'accepted' && random.chance(0.06 * SECOND_ADMIN * 2) ? 1 : 0,
      at: Math.max(created_at + MINUTE_MS, crowd.timeFor([user, founder])),
    })
  }
  return connections.toSorted((one, other) => one.at - other.at)
}

function planGroups(crowd: Crowd, random: Random): DemoGroup[] {
  const founders = new Set<number>()
  const groups = GROUPS.map(([name, group_type]) => {
    let founder = crowd.draw()
    while (founders.has(founder)) founder = crowd.draw()
    founders.add(founder)
    const created_at = crowd.timeFor([founder], 4)
    const max_group_size = random.pick(SIZES)
    const connections = planConnections(crowd, founder, {
      created_at,
      seats: max_group_size,
      random,
    })
    const attributes = GROUP_ATTRIBUTES.filter(() => random.chance(0.7)).map(([key, values]) => ({
      key,
      value: random.pick(values),
      creator: founder,
    }))
    const is_invite_only = random.chance(0.2) ? 1 : 0
    const can_auto_join = is_invite_only === 0 && random.chance(0.6) ? 1 : 0
    return {
      name,
      group_type,
      max_group_size,
      can_auto_join,
      is_invite_only,
      created_at,
      connections,
      attributes,
    }
  })
  return groups.toSorted((one, other) => one.created_at - other.created_at)
}

const pairOf = (one: number, other: number) => (one < other ? `${one},${other}` : `${other},${one}`)

function planFriendships(crowd: Crowd, random: Random, taken: Set<string>): DemoFriendship[] {
  const friendships: DemoFriendship[] = []
  for (let count = 0; count < FRIEND_REQUESTS; count++) {
    const [sender, receiver] = [crowd.draw(), crowd.draw()]
    if (sender === receiver || taken.has(pairOf(sender, receiver))) continue
    taken.add(pairOf(sender, receiver))
    const requested_at = crowd.timeFor([sender, receiver])
    const since = Math.min(crowd.now, requested_at + random.between(1, 20 * 60) * MINUTE_MS)
    const status = random.chance(ACCEPTED_SHARE) ? 'accepted' : 'pending'
    friendships.push({ sender, receiver, status, requested_at, since })
  }
  return friendships.toSorted((one, other) => one.requested_at - other.requested_at)
}

/** Between players who are not friends. */
function planBlocks(crowd: Crowd, taken: Set<string>): DemoBlock[] {
  const blocks: DemoBlock[] = []
  while (blocks.length < BLOCKS) {
    const [blocker, blocked] = [crowd.draw(), crowd.draw()]
    if (blocker === blocked || taken.has(pairOf(blocker, blocked))) continue
    taken.add(pairOf(blocker, blocked))
    blocks.push({ blocker, blocked, at: crowd.timeFor([blocker, blocked], 20) })
  }
  return blocks.toSorted((one, other) => one.at - other.at)
}

export interface DemoSocial {
  groups: DemoGroup[]
  friendships: DemoFriendship[]
  blocks: DemoBlock[]
}

export function planSocial(players: DemoPlayer[], random: Random, now: number): DemoSocial {
  const crowd = new Crowd(players, random, now)
  const taken = new Set<string>()
  const friendships = planFriendships(crowd, random, taken)
  return { groups: planGroups(crowd, random), friendships, blocks: planBlocks(crowd, taken) }
}
