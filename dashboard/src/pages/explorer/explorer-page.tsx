import { Alert, Button, Card, Grid, Group, Select, Stack, Text } from '@mantine/core'
import { CodeIcon, PersonIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignedInTestPlayer } from '../../api/contract.ts'
import { type ApiDocument, useApiDocument } from '../../api/document.ts'
import { useGame } from '../../api/games.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { formatTime } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'
import { AnswerView, type Received, sendRequest } from './answer.tsx'
import { OperationForm } from './operation-form.tsx'
import { OperationList } from './operation-list.tsx'
import { listRoutes, type Sent } from './operations.ts'

const route = getRouteApi('/staff-only/games/$gameId/explorer')

const PLAYERS = 10

interface TestPlayerProps {
  player: SignedInTestPlayer | null
  onSignIn: (player: SignedInTestPlayer) => void
}

/** Real players are never in the list: nobody acts for them here. */
function TestPlayerChoice({ player, onSignIn }: TestPlayerProps) {
  const { id } = useGame()
  const query = useRead('admin.testPlayers.list', { id })
  const [number, setNumber] = useState('1')
  const signIn = useChange('admin.testPlayers.signIn', { onDone: onSignIn })
  const names = new Map(query.data?.test_players.map((one) => [one.number, one.username]))
  return (
    <Card padding="md">
      <Group align="flex-end">
        <Select
          label="Test player"
          description="A new one is created when you sign in. Test players count as players of the game."
          value={number}
          allowDeselect={false}
          flex="1 1 16rem"
          maw="28rem"
          onChange={(value) => setNumber(value ?? '1')}
          data={Array.from({ length: PLAYERS }, (_, index) => ({
            value: String(index + 1),
            label: names.get(index + 1) ?? `Test player ${index + 1} (new)`,
          }))}
        />
        <Button
          leftSection={<PersonIcon />}
          variant={player ? 'default' : 'filled'}
          loading={signIn.isPending}
          onClick={() => signIn.mutate({ id, number: Number(number) })}
        >
          {player ? 'Sign in again' : 'Sign in'}
        </Button>
        {player && (
          <Text size="sm" c="dimmed">
            You act as {player.username} (id {player.user_id}) until {formatTime(player.expires_at)}
            .
          </Text>
        )}
      </Group>
    </Card>
  )
}

interface ExplorerProps {
  document: ApiDocument
  player: SignedInTestPlayer | null
}

function Explorer({ document, player }: ExplorerProps) {
  const game = useGame()
  const { operation, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [received, setReceived] = useState<Received | null>(null)
  const [is_busy, setBusy] = useState(false)
  const routes = listRoutes(document)
  const chosen = routes.find(({ id }) => id === operation)
  const send = async (sent: Sent) => {
    setBusy(true)
    setReceived(await sendRequest(sent))
    setBusy(false)
  }
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <OperationList
          routes={routes}
          chosen={chosen?.id}
          wanted={q}
          onSearch={(wanted) =>
            void navigate({ replace: true, search: (before) => ({ ...before, q: wanted }) })
          }
          onChoose={({ id }) => {
            setReceived(null)
            void navigate({ search: (before) => ({ ...before, operation: id }) })
          }}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        {chosen ? (
          <Stack>
            <Card>
              <OperationForm
                key={`${chosen.id} ${player?.user_id}`}
                route={chosen}
                known={{ game_id: game.id, user_id: player?.user_id }}
                token={player?.authentication_token ?? ''}
                is_busy={is_busy}
                onSend={(sent) => void send(sent)}
              />
            </Card>
            {received && <AnswerView received={received} />}
          </Stack>
        ) : (
          <Card>
            <Nothing
              title="Choose an operation"
              description="Then fill in its fields and send it to this server."
              icon={<CodeIcon />}
            />
          </Card>
        )}
      </Grid.Col>
    </Grid>
  )
}

export function ExplorerPage() {
  const { id, enabled } = useGame()
  const can = useCan()
  const query = useApiDocument()
  const [player, setPlayer] = useState<SignedInTestPlayer | null>(null)
  return (
    <>
      <PageHeader
        title="API explorer"
        description="Call any route of the API as a test player, and see what your app would get."
      />
      <Stack>
        {!enabled && (
          <Alert color="yellow">The game is switched off, so every request is refused.</Alert>
        )}
        {can('admin', id) && <TestPlayerChoice player={player} onSignIn={setPlayer} />}
        <Loaded query={query} lines={10}>
          {(document) => <Explorer document={document} player={player} />}
        </Loaded>
      </Stack>
    </>
  )
}
