import { type DemoChat, planChats } from './chats.ts'
import { type DemoEconomy, planEconomy } from './economy.ts'
import { type DemoPlay, planPlay } from './play.ts'
import { Calendar, type DemoPlayer, planPlayers } from './players.ts'
import { Random } from './random.ts'
import { type DemoSocial, planSocial } from './social.ts'

const SEED = 20_240_229
const ONLINE = 14

/** A month of a game that does not exist. The same for the same `now`, which is its end. */
export interface DemoMonth extends DemoPlay, DemoEconomy, DemoSocial {
  players: DemoPlayer[]
  chats: DemoChat[]
  /** By player: when they were last there. */
  last_seen: number[]
}

export function planMonth(now: number): DemoMonth {
  const random = new Random(SEED)
  const players = planPlayers(new Calendar(now), random)
  const play = planPlay(players, random)
  const economy = planEconomy(players, play.rounds, random)
  const social = planSocial(players, random, now)
  const chats = planChats(social, random, now)
  const last_seen = players.map(({ visits, joined_at }) => visits.at(-1) ?? joined_at)
  const see = (user: number, at: number) => {
    last_seen[user] = Math.max(last_seen[user] ?? 0, at)
  }
  for (const { user, ended_at } of play.rounds) see(user, ended_at)
  for (const { messages } of chats) for (const { author, at } of messages) see(author, at)
  // Some of those who play most are there right now.
  const keenest = players.map(({ visits }, user) => ({ user, visits: visits.length }))
  for (const { user } of keenest
    .toSorted((one, other) => other.visits - one.visits)
    .slice(0, ONLINE))
    see(user, now)
  return { players, ...play, ...economy, ...social, chats, last_seen }
}

const PLAIN_NAME = /^[A-Za-z0-9]+$/

/** How much there is. `username` is one of the players, who plays a lot. */
export function summarize({ players, rounds, groups, friendships, chats, purchases }: DemoMonth) {
  const named = players.filter(({ username }) => PLAIN_NAME.test(username))
  const [keenest] = named.toSorted((one, other) => other.visits.length - one.visits.length)
  return {
    players: players.length,
    game_rounds: rounds.length,
    groups: groups.length,
    friendships: friendships.length,
    messages: chats.reduce((sum, { messages }) => sum + messages.length, 0),
    purchases: purchases.length,
    username: keenest?.username ?? '',
  }
}
