import {
  type MultiplayerEntryEventData,
  PlaykeepError,
  type RankingOfEvent,
} from '@playkeep/client'
import { competition, game, isMe } from './client.ts'
import { attempt, byId, onClick, setText, showError, showScreen, showTab, toast } from './page.ts'
import { showRanking } from './ranking.ts'

/** A match is a multiplayer round, and each player has one entry in it: a game round. */
interface Match {
  id: number
  /** Of our own entry. */
  round_id: number
  state: 'lobby' | 'playing' | 'done'
}

let match: Match | undefined
let startRound: (match_id: number) => void = () => {}
let sending: Promise<unknown> | undefined
let cancel = new AbortController()

export const onStart = (listener: (match_id: number) => void) => {
  startRound = listener
}

function linkTo(match_id: number): string {
  const link = new URL(location.href)
  link.searchParams.set('match', String(match_id))
  return link.href
}

function enter(entered: Match, rankings: RankingOfEvent[]): void {
  match = entered
  document.body.dataset['match'] = String(match.id)
  history.replaceState(null, '', linkTo(match.id))
  byId('link', HTMLInputElement).value = linkTo(match.id)
  setText('match-id', match.id)
  showRanking(rankings)
  showTab('play')
  showScreen(match.state === 'done' ? 'result' : 'lobby')
}

async function openMatch(): Promise<void> {
  if (!game.player) await game.playAsGuest()
  const rules = { multiplayer: true, max_players: 8, entries_per_player: 1 }
  const round = await game.rounds.create({ game_type: 'match', score: 0, ...rules })
  const id = round.multiplayer_game_round_id ?? 0
  enter({ id, round_id: round.id, state: 'lobby' }, round.rankings ?? [])
}

export async function joinMatch(id: number): Promise<void> {
  await game.events.opened()
  const { rankings } = await game.multiplayer.get(id)
  const own = rankings.find(({ user }) => isMe(user.id))
  if (own) {
    setText('final-score', own.score ?? 0)
    enter({ id, round_id: own.id, state: own.end_time ? 'done' : 'lobby' }, rankings)
    return attempt(showIfFinal)
  }
  const entry = { game_type: 'match', score: 0, multiplayer_game_round_id: id }
  const round = await game.rounds.create(entry)
  enter({ id, round_id: round.id, state: 'lobby' }, round.rankings ?? [])
}

/** Whoever opens the link of a match joins it. */
export async function enterFromAddress(): Promise<void> {
  const id = Number(new URLSearchParams(location.search).get('match'))
  if (id > 0) await joinMatch(id)
}

export function leaveMatch(): void {
  match = undefined
  delete document.body.dataset['match']
  const address = new URL(location.href)
  address.searchParams.delete('match')
  history.replaceState(null, '', address)
  showScreen('home')
}

/** Before the start nobody's entry changes, so the first change is the signal for all. */
async function start(): Promise<void> {
  if (match) await game.rounds.change(match.round_id, { start_time: new Date().toISOString() })
}

/** About once a second. One that fails is not sent again, because the next one is newer. */
export function sendScore(score: number): void {
  if (!match || sending) return
  cancel = new AbortController()
  const options = { signal: cancel.signal, timeout_ms: 3000 }
  sending = game.rounds
    .change(match.round_id, { score }, options)
    .catch((error: unknown) => {
      // Without an answer: the sign of the network says so.
      if (!(error instanceof PlaykeepError && error.status === 0)) showError(error)
    })
    .finally(() => {
      sending = undefined
    })
}

/** The last score must arrive, and after all others. */
export async function finishMatch(score: number): Promise<void> {
  if (!match) return
  cancel.abort()
  await sending
  match.state = 'done'
  setText('ranking-title', 'Others are still playing …')
  await game.later.rounds.change(match.round_id, { score, end_time: new Date().toISOString() })
}

async function showIfFinal(): Promise<void> {
  if (!match) return
  const { id, rankings, master, finished_at } = await game.multiplayer.get(match.id)
  const is_final = rankings.every(({ end_time }) => end_time)
  if (is_final) showRanking(rankings)
  setText('ranking-title', is_final ? 'Final ranking' : 'Others are still playing …')
  // From then on nothing in it changes, and its players are rated.
  if (is_final && !finished_at && master && isMe(master.id)) await finishOnce(id)
}

async function finishOnce(id: number): Promise<void> {
  try {
    await competition.rounds.finish(id)
  } catch (error) {
    if (!(error instanceof PlaykeepError && error.code === 'round_finished')) throw error
  }
}

function showRating({
  rating_before,
  rating_after,
}: {
  rating_before: number
  rating_after: number
}) {
  const change = rating_after - rating_before
  toast(`Your rating is ${rating_after} now (${change < 0 ? '' : '+'}${change}).`)
}

function onEntry(type: string, data: MultiplayerEntryEventData): void {
  if (!match || data.multiplayer_game_round_id !== match.id) return
  showRanking(data.rankings)
  if (type === 'multiplayer_entry.added' && !isMe(data.user.id))
    toast(`${data.user.username} has joined the match.`)
  if (match.state === 'done') void attempt(showIfFinal)
  if (match.state !== 'lobby' || type !== 'multiplayer_entry.changed') return
  match.state = 'playing'
  startRound(match.id)
}

async function copyLink(): Promise<void> {
  const link = byId('link', HTMLInputElement)
  link.select()
  await navigator.clipboard?.writeText(link.value)
  toast('Copied. Send it to a friend, or open it in another window.')
}

export const currentMatchLink = () => (match ? linkTo(match.id) : undefined)

export function startMatches(): void {
  game.events.on('multiplayer_entry.added', ({ type, data }) => onEntry(type, data))
  game.events.on('multiplayer_entry.changed', ({ type, data }) => onEntry(type, data))
  game.events.on('multiplayer_entry.removed', ({ type, data }) => onEntry(type, data))
  game.events.on('rating.changed', ({ data }) => showRating(data))
  onClick(byId('open-match', HTMLElement), openMatch)
  onClick(byId('rematch', HTMLElement), openMatch)
  onClick(byId('start-match', HTMLElement), start)
  onClick(byId('copy', HTMLElement), copyLink)
  onClick(byId('leave-match', HTMLElement), async () => leaveMatch())
}
