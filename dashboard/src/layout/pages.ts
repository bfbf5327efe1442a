import {
  ActivityLogIcon,
  BarChartIcon,
  ChatBubbleIcon,
  CodeIcon,
  CubeIcon,
  DesktopIcon,
  ExclamationTriangleIcon,
  FileTextIcon,
  GearIcon,
  GridIcon,
  GroupIcon,
  IdCardIcon,
  LapTimerIcon,
  LightningBoltIcon,
  PersonIcon,
  ReaderIcon,
  StarIcon,
  TargetIcon,
} from '@radix-ui/react-icons'
import type { ComponentType } from 'react'
import type { Role } from '../api/session.ts'

interface Page {
  label: string
  icon: ComponentType
  /** The lowest role that sees it. */
  role: Role
}

/** The pages of a game, in the order of the navigation. */
export const gamePages = [
  { to: '/games/$gameId', label: 'Overview', icon: BarChartIcon, role: 'viewer' },
  { to: '/games/$gameId/live', label: 'Live', icon: LightningBoltIcon, role: 'viewer' },
  { to: '/games/$gameId/players', label: 'Players', icon: PersonIcon, role: 'viewer' },
  { to: '/games/$gameId/groups', label: 'Groups', icon: GroupIcon, role: 'viewer' },
  { to: '/games/$gameId/rounds', label: 'Rounds', icon: LapTimerIcon, role: 'viewer' },
  { to: '/games/$gameId/leaderboards', label: 'Leaderboards', icon: GridIcon, role: 'viewer' },
  { to: '/games/$gameId/ratings', label: 'Ratings', icon: StarIcon, role: 'viewer' },
  { to: '/games/$gameId/matchmaking', label: 'Matchmaking', icon: TargetIcon, role: 'viewer' },
  { to: '/games/$gameId/chats', label: 'Chats', icon: ChatBubbleIcon, role: 'support' },
  { to: '/games/$gameId/store', label: 'Store', icon: CubeIcon, role: 'viewer' },
  {
    to: '/games/$gameId/moderation',
    label: 'Moderation',
    icon: ExclamationTriangleIcon,
    role: 'viewer',
  },
  { to: '/games/$gameId/settings', label: 'Settings', icon: GearIcon, role: 'viewer' },
  { to: '/games/$gameId/explorer', label: 'API explorer', icon: CodeIcon, role: 'admin' },
  { to: '/games/$gameId/audit-log', label: 'Audit log', icon: ActivityLogIcon, role: 'admin' },
] as const satisfies (Page & { to: string })[]

/** The pages of the whole server. */
export const serverPages = [
  { to: '/games', label: 'Games', icon: GridIcon, role: 'viewer', for_all_games: false },
  { to: '/staff', label: 'Staff', icon: IdCardIcon, role: 'owner', for_all_games: true },
  { to: '/audit-log', label: 'Audit log', icon: ReaderIcon, role: 'admin', for_all_games: true },
  { to: '/game-code', label: 'Game code', icon: FileTextIcon, role: 'viewer', for_all_games: true },
  { to: '/server', label: 'Server', icon: DesktopIcon, role: 'admin', for_all_games: true },
] as const satisfies (Page & { to: string; for_all_games: boolean })[]
