import { ActionIcon, Badge, Box, Code, CopyButton, Group, Stack, Table, Text } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons'
import { toJson } from '../../components/json-value.tsx'
import { Section } from '../../components/section.tsx'
import { type Sent, toCurl } from './operations.ts'

export interface Received {
  sent: Sent
  /** 0: the server was not reached. */
  status: number
  ms: number
  headers: [name: string, value: string][]
  body: string
}

/** The headers that say something about the answer. */
const SHOWN =
  /^(x-request-id|x-error-code|x-unknown-fields|retry-after|ratelimit|content-type|idempotency)/

const MAX_STREAM_MS = 3000
const MAX_CHARACTERS = 200_000

/** The answer as text. A stream of events has no end: what came in its first seconds. */
async function readBody(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return ''
  let text = ''
  const timer = setTimeout(() => void reader.cancel(), MAX_STREAM_MS)
  for (;;) {
    const { done, value } = await reader.read()
    if (done || text.length > MAX_CHARACTERS) break
    text += value
  }
  clearTimeout(timer)
  return text
}

export async function sendRequest(sent: Sent): Promise<Received> {
  const began = performance.now()
  try {
    const { method, url, headers, body } = sent
    const response = await fetch(url, { method, headers, credentials: 'omit', body: body ?? null })
    const ms = performance.now() - began
    const shown = [...response.headers].filter(([name]) => SHOWN.test(name))
    return { sent, status: response.status, ms, headers: shown, body: await readBody(response) }
  } catch {
    const ms = performance.now() - began
    return { sent, status: 0, ms, headers: [], body: 'The server cannot be reached.' }
  }
}

function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <Box pos="relative">
      <Code
        block
        dir="ltr"
        pr={48}
        mah={420}
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
      <CopyButton value={text} timeout={1500}>
        {({ copied, copy }) => (
          <ActionIcon
            pos="absolute"
            top={8}
            right={8}
            variant="default"
            onClick={copy}
            aria-label={copied ? 'Copied' : `Copy the ${label.toLowerCase()}`}
          >
            {copied ? <CheckIcon /> : <CopyIcon />}
          </ActionIcon>
        )}
      </CopyButton>
    </Box>
  )
}

function readable(body: string): string {
  try {
    return toJson(JSON.parse(body))
  } catch {
    return body
  }
}

const colorOf = (status: number) => {
  if (status === 0 || status >= 500) return 'red'
  return status >= 400 ? 'orange' : 'green'
}

export function AnswerView({ received }: { received: Received }) {
  const { status, ms, headers, body, sent } = received
  return (
    <Stack>
      <Section
        title="Answer"
        actions={
          <Group gap="xs" role="status">
            <Badge variant="light" color={colorOf(status)} size="lg">
              {status === 0 ? 'No answer' : status}
            </Badge>
            <Text size="sm" c="dimmed">
              {ms.toFixed(0)} ms
            </Text>
          </Group>
        }
      >
        {body === '' ? (
          <Text c="dimmed">Empty</Text>
        ) : (
          <CodeBlock text={readable(body).slice(0, MAX_CHARACTERS)} label="Body" />
        )}
        {headers.length > 0 && (
          <Table variant="vertical" layout="fixed" aria-label="Headers">
            <Table.Tbody>
              {headers.map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th w="35%">{name}</Table.Th>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Section>
      <Section title="The same with curl">
        <CodeBlock text={toCurl(sent, location.origin)} label="Command" />
      </Section>
    </Stack>
  )
}
