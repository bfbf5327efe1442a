import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import type { Role } from '../../api/session.ts'
import { FormError } from '../../components/form-error.tsx'
import { formatTime } from '../../components/format.tsx'
import { GamesInput, RoleInput } from '../../components/rights.tsx'
import { ShownOnce } from '../../components/secret.tsx'

export function InviteForm({ onDone }: { onDone: () => void }) {
  const [role, setRole] = useState<Role>('support')
  const [game_ids, setGames] = useState<number[] | null>(null)
  const invite = useChange('admin.staff.invite', { notifyFailure: false })
  if (invite.data)
    return (
      <Stack>
        <ShownOnce title="The link" value={`${location.origin}/join#${invite.data.token}`}>
          Send it to whoever you invite. It works once, until {formatTime(invite.data.expires_at)}.
        </ShownOnce>
        <Group justify="flex-end">
          <Button onClick={onDone}>Done</Button>
        </Group>
      </Stack>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        invite.mutate({ role, game_ids })
      }}
    >
      <Stack>
        <RoleInput value={role} onChange={setRole} />
        <GamesInput value={game_ids} onChange={setGames} />
        <FormError error={invite.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending} disabled={game_ids?.length === 0}>
            Create link
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
