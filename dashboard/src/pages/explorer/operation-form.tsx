import {
  Alert,
  Badge,
  Button,
  Code,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { PaperPlaneIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import { METHOD_COLORS } from './operation-list.tsx'
import {
  buildRequest,
  type Field,
  firstValues,
  type Known,
  type Route,
  type Sent,
} from './operations.ts'

interface FieldInputProps {
  field: Field
  value: string
  onChange: (value: string) => void
}

function choicesOf({ schema }: Field): string[] | undefined {
  if (schema.enum) return schema.enum.filter((one) => one !== null).map(String)
  return [schema.type].flat().includes('boolean') ? ['true', 'false'] : undefined
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const choices = choicesOf(field)
  const shared = {
    label: field.name,
    description: field.description.replaceAll('`', ''),
    required: field.is_required,
  }
  if (choices)
    return (
      <Select
        {...shared}
        data={choices}
        value={value || null}
        clearable={!field.is_required}
        placeholder="not sent"
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  const is_json = ['array', 'object'].some((type) => [field.schema.type].flat().includes(type))
  return (
    <TextInput
      {...shared}
      value={value}
      placeholder={is_json ? 'as JSON, or empty: not sent' : 'not sent'}
      dir="auto"
      autoComplete="off"
      type={field.name.includes('password') ? 'password' : 'text'}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

interface OperationFormProps {
  route: Route
  known: Known
  token: string
  is_busy: boolean
  onSend: (sent: Sent) => void
}

/** A field for everything that the operation takes. Remount it for another operation or player. */
export function OperationForm({ route, known, token, is_busy, onSend }: OperationFormProps) {
  const [values, setValues] = useState<Record<string, string>>(() => firstValues(route, known))
  const [problem, setProblem] = useState('')
  const send = () => {
    try {
      setProblem('')
      onSend(buildRequest(route, values, token))
    } catch {
      setProblem('A list or an object is not valid JSON.')
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack>
        <Stack gap={4}>
          <Title order={2} fz="lg">
            {route.summary}
          </Title>
          <Group gap="xs">
            <Badge variant="light" color={METHOD_COLORS[route.method] ?? 'gray'}>
              {route.method}
            </Badge>
            <Code style={{ overflowWrap: 'anywhere' }}>{route.path}</Code>
          </Group>
          {route.description && (
            <Text size="sm" c="dimmed">
              {route.description.replaceAll('`', '')}
            </Text>
          )}
        </Stack>
        {route.fields.map((field) => (
          <FieldInput
            key={`${field.place} ${field.name}`}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        {problem && <Alert color="red">{problem}</Alert>}
        <Group>
          <Button type="submit" leftSection={<PaperPlaneIcon />} loading={is_busy}>
            Send
          </Button>
          {route.is_write && (
            <Text size="xs" c="dimmed">
              This changes data of the game.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  )
}
