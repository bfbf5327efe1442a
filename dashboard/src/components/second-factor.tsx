import {
  Alert,
  Box,
  Button,
  Code,
  CopyButton,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { CheckIcon, CopyIcon, DownloadIcon } from '@radix-ui/react-icons'
import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { useChange } from '../api/queries.ts'
import { download } from './csv.ts'
import { FormError } from './form-error.tsx'
import { Copyable } from './secret.tsx'
import { Loading } from './states.tsx'

/** White around it in both colour schemes: cameras need the contrast. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data
    .flatMap((row, y) => row.map((is_dark, x) => (is_dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <Box w={192} h={192} bg="white" style={{ borderRadius: 8, flexShrink: 0 }}>
      <svg viewBox={`0 0 ${size} ${size}`} width={192} height={192} role="img" aria-label="QR code">
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
    </Box>
  )
}

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <Stack>
      <Alert color="yellow" title="Store your recovery codes">
        They are shown only now. Each works once, instead of a code from your authenticator app, if
        you lose your phone.
      </Alert>
      <SimpleGrid cols={2} spacing="xs">
        {codes.map((code) => (
          <Code key={code} fz="sm" ta="center" p={6}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <CheckIcon /> : <CopyIcon />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<DownloadIcon />}
          onClick={() => download('playkeep-recovery-codes.txt', `${text}\n`, 'text/plain')}
        >
          Download
        </Button>
        <Button ml="auto" onClick={onDone}>
          I have stored them
        </Button>
      </Group>
    </Stack>
  )
}

interface SetUpProps {
  /** Of the account, entered just now. */
  password: string
  onDone: () => void
}

/** Shows the QR code, checks a code of the app, then shows the recovery codes. */
export function SecondFactorSetUp({ password, onDone }: SetUpProps) {
  const begin = useChange('admin.me.beginSecondFactor', { notifyFailure: false })
  const [codes, setCodes] = useState<string[]>([])
  const confirm = useChange('admin.me.confirmSecondFactor', {
    notifyFailure: false,
    onDone: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const [code, setCode] = useState('')
  const { mutate } = begin
  useEffect(() => mutate({ current_password: password }), [mutate, password])

  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begin.error) return <FormError error={begin.error} />
  if (!begin.data) return <Loading />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ code: code.trim() })
      }}
    >
      <Stack>
        <Group align="flex-start" gap="lg">
          <QrCode text={begin.data.url} />
          <Stack gap="xs" flex="1 1 14rem">
            <Text size="sm">
              Scan the code with an authenticator app, such as the password manager of your phone.
              Then enter the six digits that it shows.
            </Text>
            <Text size="sm" c="dimmed">
              You cannot scan it? Enter this key in the app:
            </Text>
            <Copyable value={begin.data.secret} label="Copy the key" />
          </Stack>
        </Group>
        <TextInput
          label="Code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maw={220}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FormError error={confirm.error} />
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
