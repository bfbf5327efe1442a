import { Button, Menu } from '@mantine/core'
import {
  ChevronDownIcon,
  CircleBackslashIcon,
  CubeIcon,
  DownloadIcon,
  EnvelopeClosedIcon,
  ExclamationTriangleIcon,
  ExitIcon,
  LightningBoltIcon,
  Pencil1Icon,
  ResetIcon,
  SpeakerLoudIcon,
  SpeakerOffIcon,
  StackIcon,
  TrashIcon,
} from '@radix-ui/react-icons'
import { useNavigate } from '@tanstack/react-router'
import { apiUrl } from '../../api/client.ts'
import type { PlayerProfile } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm, confirmByTyping } from '../../components/confirm.tsx'
import { idsOf, openForm } from './form-frame.tsx'
import { AdjustForm, GrantItemForm, RenameForm } from './forms.tsx'
import { SanctionForm, WarnForm } from './sanction-forms.tsx'

function HelpItems({ player }: { player: PlayerProfile }) {
  const mail = useChange('admin.players.sendPasswordMail', { done: 'The mail is on its way.' })
  const end = useChange('admin.players.endSessions', {
    done: 'All sessions ended.',
    notifyFailure: false,
  })
  return (
    <>
      <Menu.Label>Help</Menu.Label>
      <Menu.Item
        leftSection={<LightningBoltIcon />}
        onClick={() =>
          openForm('Change score', (close) => (
            <AdjustForm player={player} kind="score" close={close} />
          ))
        }
      >
        Change score
      </Menu.Item>
      <Menu.Item
        leftSection={<StackIcon />}
        onClick={() =>
          openForm('Change credits', (close) => (
            <AdjustForm player={player} kind="credits" close={close} />
          ))
        }
      >
        Change credits
      </Menu.Item>
      <Menu.Item
        leftSection={<CubeIcon />}
        onClick={() =>
          openForm('Grant an item', (close) => <GrantItemForm player={player} close={close} />)
        }
      >
        Grant an item
      </Menu.Item>
      <Menu.Item
        leftSection={<Pencil1Icon />}
        onClick={() =>
          openForm('Rename player', (close) => <RenameForm player={player} close={close} />)
        }
      >
        Rename
      </Menu.Item>
      <Menu.Item
        leftSection={<EnvelopeClosedIcon />}
        disabled={!player.has_email}
        onClick={() => mail.mutate(idsOf(player))}
      >
        {player.has_email ? 'Send a password mail' : 'Send a password mail (no email address)'}
      </Menu.Item>
      <Menu.Item
        leftSection={<ExitIcon />}
        onClick={() =>
          confirm({
            title: 'End all sessions?',
            text: 'The player must sign in again on every device.',
            action: 'End all sessions',
            onConfirm: () => end.mutateAsync(idsOf(player)),
          })
        }
      >
        End all sessions
      </Menu.Item>
    </>
  )
}

function ModerationItems({ player }: { player: PlayerProfile }) {
  const unban = useChange('admin.players.unban', { done: 'The ban has ended.' })
  const unmute = useChange('admin.players.unmute', { done: 'The mute has ended.' })
  return (
    <>
      <Menu.Label>Moderation</Menu.Label>
      <Menu.Item
        leftSection={<ExclamationTriangleIcon />}
        onClick={() =>
          openForm('Warn player', (close) => <WarnForm player={player} close={close} />)
        }
      >
        Warn
      </Menu.Item>
      {player.muted_until ? (
        <Menu.Item leftSection={<SpeakerLoudIcon />} onClick={() => unmute.mutate(idsOf(player))}>
          End the mute
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<SpeakerOffIcon />}
          onClick={() =>
            openForm('Mute player', (close) => (
              <SanctionForm player={player} kind="mute" close={close} />
            ))
          }
        >
          Mute
        </Menu.Item>
      )}
      {player.banned_until ? (
        <Menu.Item leftSection={<ResetIcon />} onClick={() => unban.mutate(idsOf(player))}>
          End the ban
        </Menu.Item>
      ) : (
        <Menu.Item
          color="red"
          leftSection={<CircleBackslashIcon />}
          onClick={() =>
            openForm('Ban player', (close) => (
              <SanctionForm player={player} kind="ban" close={close} />
            ))
          }
        >
          Ban
        </Menu.Item>
      )}
    </>
  )
}

function DataItems({ player }: { player: PlayerProfile }) {
  const navigate = useNavigate()
  const remove = useChange('admin.players.delete', {
    done: 'The player was deleted.',
    onDone: () => navigate({ to: '/games/$gameId/players', params: { gameId: player.game_id } }),
    notifyFailure: false,
  })
  return (
    <>
      <Menu.Label>Personal data</Menu.Label>
      <Menu.Item
        leftSection={<DownloadIcon />}
        component="a"
        href={apiUrl('admin.players.export', idsOf(player))}
        download={`player-${player.id}.json`}
      >
        Export everything
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<TrashIcon />}
        onClick={() =>
          confirmByTyping(player.username, {
            title: 'Delete this player?',
            text: 'The account is deleted, with its score, credits, items, rounds and leaderboard entries. This cannot be undone.',
            action: 'Delete player',
            onConfirm: () => remove.mutateAsync({ ...idsOf(player), username: player.username }),
          })
        }
      >
        Delete player
      </Menu.Item>
    </>
  )
}

/** What the signed-in person may do for or to the player. Nothing for viewers. */
export function PlayerMenu({ player }: { player: PlayerProfile }) {
  const can = useCan()
  if (!can('support', player.game_id)) return null
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button rightSection={<ChevronDownIcon />}>Actions</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <HelpItems player={player} />
        <ModerationItems player={player} />
        {can('admin', player.game_id) && <DataItems player={player} />}
      </Menu.Dropdown>
    </Menu>
  )
}
