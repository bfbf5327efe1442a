import { Button, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { GameSettings } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { FormError } from '../../components/form-error.tsx'
import { Section } from '../../components/section.tsx'
import { Loaded } from '../../components/states.tsx'
import { Variables } from './variables.tsx'

function GeneralForm({ game }: { game: GameSettings }) {
  const may_change = useCan()('admin', game.id)
  const change = useChange('admin.games.change', { done: 'Saved.', notifyFailure: false })
  const { id, name, description, ranking_order, share_player_emails, requires_verified_email } =
    game
  const form = useForm({
    initialValues: {
      name,
      description,
      ranking_order,
      share_player_emails,
      requires_verified_email,
    },
    validate: { name: (value) => (value.trim() === '' ? 'A game needs a name.' : null) },
  })
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        change.mutate({ id, ...values }, { onSuccess: () => form.resetDirty(values) }),
      )}
    >
      <Stack maw="40rem">
        <TextInput
          label="Name"
          required
          maxLength={255}
          readOnly={!may_change}
          dir="auto"
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          description="Apps can show it."
          autosize
          minRows={2}
          readOnly={!may_change}
          dir="auto"
          {...form.getInputProps('description')}
        />
        <Select
          label="Best score"
          allowDeselect={false}
          disabled={!may_change}
          data={[
            { value: 'descending', label: 'The highest score is the best' },
            { value: 'ascending', label: 'The lowest score is the best, as in a race' },
          ]}
          {...form.getInputProps('ranking_order')}
        />
        <Switch
          label="Players see the email addresses of others"
          disabled={!may_change}
          {...form.getInputProps('share_player_emails', { type: 'checkbox' })}
        />
        <Switch
          label="Players must verify their email address before they can sign in"
          disabled={!may_change}
          {...form.getInputProps('requires_verified_email', { type: 'checkbox' })}
        />
        <FormError error={change.error} />
        {may_change && (
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

export function GeneralTab() {
  const { id } = useGame()
  const query = useRead('admin.games.get', { id })
  return (
    <Loaded query={query}>
      {(game) => (
        <Stack>
          <Section title="The game">
            <GeneralForm key={game.id} game={game} />
          </Section>
          <Variables game={game} />
        </Stack>
      )}
    </Loaded>
  )
}
