import {
  type Audience,
  audienceUnder,
  type Permissions,
  type Preset,
  PRESETS,
  serverPrefixUnder,
} from './permissions.ts'
import type { GuardedRoute } from './route-names.ts'

/** A route that a game can close, as the reference shows it. */
export interface ClosableRoute extends GuardedRoute {
  feature: string
  summary: string
}

const OF_PRESETS: Record<Preset, string> = {
  casual:
    'Prevents nothing: the app of a player may send any score and any credits. Right for games without prizes, rankings or trade.',
  competitive:
    'Players cannot give themselves scores, credits, refunds, places on leaderboards or rounds: only your own server can, with a service key.',
  server_authoritative:
    'Players change nothing but their own account: everything else goes through your own server. Modified apps can only read.',
}

/** By feature: what closing its writes to players prevents. Features that only read are not in it. */
const OF_FEATURES: Record<string, string> = {
  Sessions: 'Players cannot sign out by themselves.',
  Accounts: 'Nobody can sign up or play as a guest, or delete their account.',
  'Account changes': 'Players cannot change their name, address or password.',
  'Password resets': 'Players who forget their password cannot get in again by themselves.',
  'Email verification': 'Players cannot ask for the mail that verifies their address.',
  Scores: 'Players cannot give themselves any score they like.',
  'User attributes': 'Players cannot write into their saved data, such as levels or inventory.',
  Credits: 'Players cannot give themselves credits.',
  Store: 'Players cannot buy, or take back items for credits.',
  Blocks: 'Players cannot block others.',
  Friendships: 'Players cannot send unwanted friend requests.',
  Presence: 'Players cannot set a status text that others see.',
  Leaderboards: 'Players cannot enter scores on leaderboards that they did not reach.',
  'Multiplayer rounds': 'Players cannot begin or end rounds for others.',
  Matchmaking: 'Players cannot look for opponents by themselves.',
  'Game rounds': 'Players cannot report rounds that were never played.',
  Groups: 'Players cannot fill the game with groups, or rename them.',
  'Group connections': 'Players cannot flood others with invitations.',
  'Group attributes': 'Members cannot change what the group shares.',
  Chats: 'Players cannot write messages to each other.',
  Notifications: 'Players cannot mark their notifications as read.',
  Announcements: 'Only your own server can send announcements in any case.',
  'Sign-in and profiles': 'Nobody can sign in with a password.',
}

const isClosedToPlayers = (audience: Audience) => audience === 'service_keys' || audience === 'none'

interface Change {
  route: string
  summary: string
  feature: string
  before: Audience
  after: Audience
}

function listChanges(routes: ClosableRoute[], before: Permissions, after: Permissions): Change[] {
  return routes.flatMap((route) => {
    const [old, next] = [audienceUnder(before, route), audienceUnder(after, route)]
    const { name, summary, feature } = route
    return old === next ? [] : [{ route: name, summary, feature, before: old, after: next }]
  })
}

const describeRoute = (route: ClosableRoute, permissions: Permissions) => {
  const of_preset = audienceUnder({ preset: permissions.preset }, route)
  const audience = audienceUnder(permissions, route)
  return {
    name: route.name,
    summary: route.summary,
    is_write: route.is_write,
    audience,
    is_custom: audience !== of_preset,
    of_presets: {
      casual: audienceUnder({ preset: 'casual' }, route),
      competitive: audienceUnder({ preset: 'competitive' }, route),
      server_authoritative: audienceUnder({ preset: 'server_authoritative' }, route),
    },
  }
}

/** Who may call what, route by route, beside what each preset says, and what a proposal would change. */
export function describePermissions(
  routes: ClosableRoute[],
  permissions: Permissions,
  proposed: Permissions | null,
) {
  const by_feature = Map.groupBy(routes, ({ feature }) => feature)
  return {
    preset: permissions.preset,
    server_attribute_prefix: serverPrefixUnder(permissions),
    presets: PRESETS.map((name) => ({
      name,
      prevents: OF_PRESETS[name],
      server_attribute_prefix: serverPrefixUnder({ preset: name }),
      closed_to_players: routes.filter((route) =>
        isClosedToPlayers(audienceUnder({ preset: name }, route)),
      ).length,
      differences: listChanges(routes, permissions, { preset: name }).length,
    })),
    features: [...by_feature].map(([name, list]) => ({
      name,
      prevents: list.some(({ is_write }) => is_write) ? (OF_FEATURES[name] ?? '') : '',
      routes: list.map((route) => describeRoute(route, permissions)),
    })),
    proposed: proposed && {
      changes: listChanges(routes, permissions, proposed),
      server_attribute_prefix: serverPrefixUnder(proposed),
    },
  }
}
