import { Anchor, Badge, Card, ScrollArea, Stack, Tabs } from '@mantine/core'
import { CodeIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { GameCodeFile } from '../../api/contract.ts'
import { useRead } from '../../api/queries.ts'
import { formatNumber } from '../../components/format.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { plainPlayerText } from '../../components/player-text.tsx'
import { Copyable } from '../../components/secret.tsx'
import { Loaded, Nothing } from '../../components/states.tsx'
import { CodeErrors } from './code-errors.tsx'
import { EventHooks, Jobs, RequestHooks } from './hooks.tsx'
import { Tasks } from './tasks.tsx'

const REFRESH_MS = 5000

const route = getRouteApi('/staff-only/game-code')

function NoCode() {
  return (
    <Card>
      <Nothing
        title="No game code yet"
        icon={<CodeIcon />}
        description="Game code is TypeScript of your own that runs in this server: rules before and after each write, routes, handlers of events, and jobs. These two commands create a folder with an example and a test, and start the server with it."
        action={
          <Stack align="center" gap="md">
            <Stack gap={6} align="flex-start">
              <Copyable value="playkeep init my-game" label="Copy the first command" />
              <Copyable value="playkeep serve --game my-game" label="Copy the second command" />
            </Stack>
            <Anchor href="/guide/game-code" target="_blank" size="sm" underline="always">
              How to write game code
            </Anchor>
          </Stack>
        }
      />
    </Card>
  )
}

function File({ file }: { file: GameCodeFile }) {
  const of = (...kinds: string[]) => file.hooks.filter(({ kind }) => kinds.includes(kind))
  return (
    <Stack gap="lg">
      <RequestHooks hooks={of('before', 'after', 'route')} />
      <EventHooks hooks={of('event')} />
      <Jobs hooks={of('job')} />
      <Tasks file={file} />
      <CodeErrors code={file.code} />
    </Stack>
  )
}

function Files({ files }: { files: GameCodeFile[] }) {
  const { file: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const [first] = files
  const shown = files.find(({ code }) => code === wanted) ?? first
  if (!shown) return <NoCode />
  if (files.length === 1) return <File file={shown} />
  return (
    <Tabs
      value={shown.code}
      keepMounted={false}
      onChange={(code) =>
        code && void navigate({ search: code === first?.code ? {} : { file: code } })
      }
    >
      <ScrollArea type="never" mb="lg">
        <Tabs.List style={{ flexWrap: 'nowrap' }} aria-label="Files of game code">
          {files.map(({ code, failed }) => (
            <Tabs.Tab
              key={code}
              value={code}
              ff="monospace"
              style={{ whiteSpace: 'nowrap' }}
              rightSection={
                failed > 0 && (
                  <Badge variant="light" color="red" size="sm">
                    {formatNumber(failed)} failed
                  </Badge>
                )
              }
            >
              {plainPlayerText(`${code}.ts`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollArea>
      <Tabs.Panel value={shown.code}>
        <File key={shown.code} file={shown} />
      </Tabs.Panel>
    </Tabs>
  )
}

export function GameCodePage() {
  const query = useRead('admin.gameCode.show', {}, { refetchInterval: REFRESH_MS })
  return (
    <>
      <PageHeader
        title="Game code"
        description="Your own rules in this server: how often they are called, how long that takes, and what goes wrong."
      />
      <Loaded query={query} lines={10}>
        {({ files }) => <Files files={files} />}
      </Loaded>
    </>
  )
}
