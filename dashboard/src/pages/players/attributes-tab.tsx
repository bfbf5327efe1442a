import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { Pencil1Icon, PlusIcon, TrashIcon } from '@radix-ui/react-icons'
import type { PlayerProfile } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { plainPlayerText, PlayerText } from '../../components/player-text.tsx'
import { Nothing } from '../../components/states.tsx'
import { idsOf, openForm } from './form-frame.tsx'
import { AttributeForm } from './forms.tsx'
import { usePageNumber } from './pages-by-number.ts'

interface Attribute {
  id: number
  key: string
  value: string
}

function AttributeActions({ player, attribute }: { player: PlayerProfile; attribute: Attribute }) {
  const remove = useChange('admin.players.removeAttribute', {
    done: 'Attribute removed.',
    notifyFailure: false,
  })
  const { key, value } = attribute
  const name = plainPlayerText(key)
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        aria-label={`Edit ${name}`}
        onClick={() =>
          openForm('Edit attribute', (close) => (
            <AttributeForm player={player} attribute={{ key, value }} close={close} />
          ))
        }
      >
        <Pencil1Icon />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Remove ${name}`}
        onClick={() =>
          confirm({
            title: 'Remove this attribute?',
            text: (
              <>
                <PlayerText fw={600}>{key}</PlayerText> and its value are deleted.
              </>
            ),
            action: 'Remove attribute',
            onConfirm: () => remove.mutateAsync({ ...idsOf(player), key }),
          })
        }
      >
        <TrashIcon />
      </ActionIcon>
    </Group>
  )
}

export function AttributesTab({ player }: { player: PlayerProfile }) {
  const may_edit = useCan()('support', player.game_id)
  const pages = usePageNumber()
  const input = { ...idsOf(player), ...pages.input }
  const query = useRead('admin.players.attributes', input, { keepPrevious: true })
  const add = may_edit && (
    <Button
      variant="default"
      leftSection={<PlusIcon />}
      onClick={() =>
        openForm('Add attribute', (close) => <AttributeForm player={player} close={close} />)
      }
    >
      Add attribute
    </Button>
  )
  return (
    <>
      {add && (query.data?.attributes.length ?? 0) > 0 && (
        <Group justify="flex-end" mb="sm">
          {add}
        </Group>
      )}
      <DataTable
        label="Attributes"
        columns={[
          {
            header: 'Key',
            width: '30%',
            cell: ({ key }) => <PlayerText fw={500}>{key}</PlayerText>,
          },
          {
            header: 'Value',
            cell: ({ value }) => (
              <Text component="div" size="sm" ff="monospace" lineClamp={4}>
                <PlayerText empty="empty" multiline>
                  {value}
                </PlayerText>
              </Text>
            ),
          },
          ...(may_edit
            ? [
                {
                  header: '',
                  width: 90,
                  cell: (attribute: Attribute) => (
                    <AttributeActions player={player} attribute={attribute} />
                  ),
                },
              ]
            : []),
        ]}
        rows={query.data?.attributes}
        rowKey={({ id }) => id}
        query={query}
        next={pages.next(query.data?.attributes)}
        empty={
          <Nothing
            title="No attributes"
            description="Anything that the game keeps about this player, as texts with keys."
            action={add}
          />
        }
      />
    </>
  )
}
