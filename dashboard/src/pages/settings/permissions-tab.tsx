import {
  Alert,
  Badge,
  Button,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import type { PermissionGrid, Permissions } from '../../api/contract.ts'
import { useGame } from '../../api/games.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Section } from '../../components/section.tsx'
import { Loaded } from '../../components/states.tsx'
import { PermissionFeatures } from './permission-features.tsx'
import { PermissionPreview } from './permission-preview.tsx'

export type Preset = Permissions['preset']
export type Audience = NonNullable<Permissions['routes']>[string]
export type Rules = Record<string, Audience>

const PRESET_NAMES: Record<Preset, string> = {
  casual: 'Casual',
  competitive: 'Competitive',
  server_authoritative: 'Server authoritative',
}

const customRules = ({ features }: PermissionGrid): Rules =>
  Object.fromEntries(
    features
      .flatMap(({ routes }) => routes)
      .filter(({ is_custom }) => is_custom)
      .map(({ name, audience }) => [name, audience]),
  )

interface PresetsProps {
  grid: PermissionGrid
  preset: Preset
  disabled: boolean
  onChange: (preset: Preset) => void
}

function Presets({ grid, preset, disabled, onChange }: PresetsProps) {
  return (
    <Radio.Group
      value={preset}
      aria-label="Preset"
      onChange={(value) => {
        const chosen = grid.presets.find(({ name }) => name === value)
        if (chosen) onChange(chosen.name)
      }}
    >
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        {grid.presets.map(({ name, prevents, closed_to_players }) => (
          <Radio.Card
            key={name}
            value={name}
            p="md"
            radius="md"
            disabled={disabled}
            style={{ display: 'flex', alignItems: 'flex-start' }}
          >
            <Group wrap="nowrap" align="flex-start">
              <Radio.Indicator disabled={disabled} />
              <Stack gap={4}>
                <Group gap="xs">
                  <Text fw={600}>{PRESET_NAMES[name]}</Text>
                  {grid.preset === name && <Badge variant="light">In use</Badge>}
                </Group>
                <Text size="sm">{prevents}</Text>
                <Text size="xs" c="dimmed">
                  {closed_to_players === 0
                    ? 'Closes nothing to players.'
                    : `Closes ${closed_to_players} routes to players.`}
                </Text>
              </Stack>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

function PermissionsForm({ grid, stored }: { grid: PermissionGrid; stored: Permissions }) {
  const { id } = useGame()
  const may_change = useCan()('admin', id)
  const [preset, setPreset] = useState(grid.preset)
  const [rules, setRules] = useState(() => customRules(grid))
  const [prefix, setPrefix] = useState(stored.server_attribute_prefix ?? '')
  const [has_prefix, setHasPrefix] = useState(stored.server_attribute_prefix !== undefined)
  const [is_previewed, setPreviewed] = useState(false)
  const of_preset = grid.presets.find(({ name }) => name === preset)?.server_attribute_prefix ?? ''
  const proposal: Permissions = {
    preset,
    routes: rules,
    ...(has_prefix ? { server_attribute_prefix: prefix } : {}),
  }
  const kept: Permissions = {
    preset: grid.preset,
    routes: customRules(grid),
    ...(stored.server_attribute_prefix === undefined
      ? {}
      : { server_attribute_prefix: stored.server_attribute_prefix }),
  }
  const is_changed = JSON.stringify(proposal) !== JSON.stringify(kept)
  return (
    <Stack>
      <Section
        title="Presets"
        description="Whoever has your app can change it, so whatever players may send, cheaters may send too. Begin with a preset."
      >
        <Presets grid={grid} preset={preset} disabled={!may_change} onChange={setPreset} />
        <TextInput
          maw="28rem"
          label="Attributes that only your server writes begin with"
          description={
            has_prefix
              ? 'Empty: no attribute is protected.'
              : `In the preset: ${of_preset === '' ? 'none' : of_preset}.`
          }
          value={has_prefix ? prefix : of_preset}
          readOnly={!may_change}
          onChange={({ currentTarget }) => {
            setHasPrefix(true)
            setPrefix(currentTarget.value)
          }}
          maxLength={255}
        />
      </Section>
      <PermissionFeatures
        grid={grid}
        preset={preset}
        rules={rules}
        may_change={may_change}
        onChange={setRules}
      />
      {is_changed && (
        <Alert
          color="blue"
          title="You have unsaved changes"
          pos="sticky"
          bottom={16}
          style={{ zIndex: 10 }}
        >
          <Group mt="xs">
            <Button size="xs" onClick={() => setPreviewed(true)}>
              See what changes
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setPreset(kept.preset)
                setRules(kept.routes ?? {})
                setHasPrefix(stored.server_attribute_prefix !== undefined)
                setPrefix(stored.server_attribute_prefix ?? '')
              }}
            >
              Discard
            </Button>
          </Group>
        </Alert>
      )}
      <PermissionPreview
        proposal={is_previewed ? proposal : null}
        before={grid.server_attribute_prefix}
        onClose={() => setPreviewed(false)}
      />
    </Stack>
  )
}

export function PermissionsTab() {
  const game = useGame()
  const query = useRead('admin.games.permissions', { id: game.id })
  return (
    <Loaded query={query} lines={10}>
      {(grid) => (
        <PermissionsForm
          key={JSON.stringify(game.permissions)}
          grid={grid}
          stored={game.permissions}
        />
      )}
    </Loaded>
  )
}
