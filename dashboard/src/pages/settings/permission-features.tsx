import { Accordion, Badge, Box, Group, Select, Stack, Text } from '@mantine/core'
import type { PermissionFeature, PermissionGrid, PermissionRoute } from '../../api/contract.ts'
import { Section } from '../../components/section.tsx'
import type { Audience, Preset, Rules } from './permissions-tab.tsx'

export const AUDIENCE_NAMES: Record<Audience, string> = {
  both: 'Players and your server',
  players: 'Only players',
  service_keys: 'Only your server',
  none: 'Nobody',
}

const CHOICES = Object.entries(AUDIENCE_NAMES).map(([value, label]) => ({ value, label }))

const toAudience = (value: string | null): Audience | undefined =>
  value === 'both' || value === 'players' || value === 'service_keys' || value === 'none'
    ? value
    : undefined

interface GridProps {
  preset: Preset
  rules: Rules
  may_change: boolean
  onChange: (rules: Rules) => void
}

function RouteRow({ route, ...grid }: GridProps & { route: PermissionRoute }) {
  const { preset, rules, may_change, onChange } = grid
  const of_preset = route.of_presets[preset]
  const audience = rules[route.name] ?? of_preset
  const choose = (value: Audience) => {
    const { [route.name]: _old, ...others } = rules
    onChange(value === of_preset ? others : { ...others, [route.name]: value })
  }
  return (
    <Group justify="space-between" gap="sm" component="li">
      <Stack gap={0} flex="1 1 14rem" miw={0}>
        <Text size="sm">{route.summary}</Text>
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {route.name}
        </Text>
      </Stack>
      <Badge variant="light" color={route.is_write ? 'orange' : 'gray'}>
        {route.is_write ? 'Writes' : 'Reads'}
      </Badge>
      <Box w={210}>
        {may_change ? (
          <Select
            size="xs"
            aria-label={`Who may call ${route.name}`}
            data={CHOICES}
            value={audience}
            allowDeselect={false}
            onChange={(value) => {
              const chosen = toAudience(value)
              if (chosen) choose(chosen)
            }}
          />
        ) : (
          <Text size="sm">{AUDIENCE_NAMES[audience]}</Text>
        )}
        {audience !== of_preset && (
          <Text size="xs" c="dimmed" mt={2}>
            Preset: {AUDIENCE_NAMES[of_preset].toLowerCase()}
          </Text>
        )}
      </Box>
    </Group>
  )
}

function FeatureState({ feature, preset, rules }: GridProps & { feature: PermissionFeature }) {
  const audiences = feature.routes.map(({ name, of_presets }) => rules[name] ?? of_presets[preset])
  const closed = audiences.filter((one) => one === 'service_keys' || one === 'none').length
  const custom = feature.routes.filter(({ name }) => rules[name] !== undefined).length
  return (
    <Group gap="xs">
      {custom > 0 && (
        <Badge variant="light" color="violet">
          {custom} custom
        </Badge>
      )}
      {closed === 0 ? (
        <Badge color="green" variant="light">
          Open
        </Badge>
      ) : (
        <Badge color="orange" variant="light">
          {closed} of {audiences.length} closed
        </Badge>
      )}
    </Group>
  )
}

/** Every route that a game can close, by feature. */
export function PermissionFeatures({ grid, ...shared }: GridProps & { grid: PermissionGrid }) {
  return (
    <Section
      title="Route by route"
      description="Routes that differ from the preset are marked as custom. Your server calls them with a service key."
    >
      <Accordion multiple variant="separated" chevronPosition="left">
        {grid.features.map((feature) => (
          <Accordion.Item key={feature.name} value={feature.name}>
            <Accordion.Control>
              <Group justify="space-between" gap="xs">
                <Text fw={500}>{feature.name}</Text>
                <FeatureState feature={feature} {...shared} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                {feature.prevents && (
                  <Text size="sm" c="dimmed">
                    If its writes are closed to players: {feature.prevents}
                  </Text>
                )}
                <Stack component="ul" gap="sm" p={0} m={0} aria-label={feature.name}>
                  {feature.routes.map((route) => (
                    <RouteRow key={route.name} route={route} {...shared} />
                  ))}
                </Stack>
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  )
}
