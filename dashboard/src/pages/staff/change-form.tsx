import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { StaffMember } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import type { Role } from '../../api/session.ts'
import { FormError } from '../../components/form-error.tsx'
import { GamesInput, RoleInput } from '../../components/rights.tsx'

interface ChangeFormProps {
  member: StaffMember
  onDone: () => void
}

export function ChangeForm({ member, onDone }: ChangeFormProps) {
  const [role, setRole] = useState<Role>(member.role)
  const [game_ids, setGames] = useState(member.game_ids)
  const change = useChange('admin.staff.change', {
    done: 'Saved.',
    notifyFailure: false,
    onDone,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ id: member.id, role, game_ids })
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {member.name}, {member.email}. It takes effect at once, and ends the invitations that they
          have sent.
        </Text>
        <RoleInput value={role} onChange={setRole} />
        <GamesInput value={game_ids} onChange={setGames} />
        <FormError error={change.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
