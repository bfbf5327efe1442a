import { Badge, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { CubeIcon, PlusIcon } from '@radix-ui/react-icons'
import { useNavigate } from '@tanstack/react-router'
import type { CreatedGame } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Num } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PlayerName } from '../../components/player-text.tsx'
import { Copyable, ShownOnce } from '../../components/secret.tsx'
import { Nothing } from '../../components/states.tsx'

function NewGameForm({ onCreated }: { onCreated: (game: CreatedGame) => void }) {
  const form = useForm({ initialValues: { name: '', description: '' } })
  const create = useChange('admin.games.create', { notifyFailure: false, onDone: onCreated })
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          description="What the game is about. Apps can show it."
          autosize
          minRows={2}
          {...form.getInputProps('description')}
        />
        <FormError error={create.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            Create game
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function CreatedNote({ game, onDone }: { game: CreatedGame; onDone: () => void }) {
  const navigate = useNavigate()
  return (
    <Stack>
      <Text size="sm">Your app identifies itself with the id and the token of the game.</Text>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          Id
        </Text>
        <Copyable value={String(game.id)} label="Copy the id" />
      </Group>
      <ShownOnce title="The token" value={game.token}>
        Only a hash of it is stored. If you lose it, rotate it in the settings of the game.
      </ShownOnce>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Close
        </Button>
        <Button
          onClick={() => {
            onDone()
            void navigate({ to: '/games/$gameId', params: { gameId: game.id } })
          }}
        >
          Open game
        </Button>
      </Group>
    </Stack>
  )
}

export function GamesPage() {
  const query = useRead('admin.games.list', {})
  const can = useCan()
  const [is_open, { open, close }] = useDisclosure()
  const [created, setCreated] = useState<CreatedGame>()
  const button = can('admin') && (
    <Button leftSection={<PlusIcon />} onClick={open}>
      Create game
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Games"
        description="Each game has its own players, store and settings."
        actions={button}
      />
      <DataTable
        label="Games"
        columns={[
          { header: 'Name', cell: ({ name }) => <PlayerName>{name}</PlayerName> },
          { header: 'Id', cell: ({ id }) => id, align: 'right', width: 80 },
          {
            header: 'Players',
            cell: ({ players }) => <Num value={players} />,
            align: 'right',
            width: 120,
          },
          {
            header: 'Permissions',
            cell: ({ permissions }) => permissions.preset.replaceAll('_', ' '),
          },
          {
            header: 'State',
            cell: ({ enabled }) => (
              <Badge variant="dot" color={enabled ? 'green' : 'gray'} tt="none">
                {enabled ? 'on' : 'off'}
              </Badge>
            ),
            width: 110,
          },
        ]}
        rows={query.data?.games}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/games/$gameId', params: { gameId: id } })}
        query={query}
        empty={
          <Nothing
            icon={<CubeIcon />}
            title="No games yet"
            description="Create the first one. Your app then signs players up with its id and token."
            action={button}
          />
        }
      />
      <Modal
        opened={is_open}
        onClose={close}
        onExitTransitionEnd={() => setCreated(undefined)}
        title={created ? 'The game was created' : 'Create a game'}
        closeOnClickOutside={!created}
      >
        {created ? (
          <CreatedNote game={created} onDone={close} />
        ) : (
          <NewGameForm onCreated={setCreated} />
        )}
      </Modal>
    </>
  )
}
