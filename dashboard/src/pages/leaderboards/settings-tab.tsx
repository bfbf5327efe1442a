import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { InfoCircledIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { LeaderboardSettings } from '../../api/contract.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { confirm } from '../../components/confirm.tsx'
import { FormError } from '../../components/form-error.tsx'
import { GuideLink } from '../../components/guide-link.tsx'
import { Section } from '../../components/section.tsx'
import { Loaded } from '../../components/states.tsx'
import { PrizeRows } from './prize-rows.tsx'
import { RankingFields } from './ranking-fields.tsx'
import { findProblems, isPlain, toFields, toSettings, whyNoPrizes } from './settings-fields.ts'

const route = getRouteApi('/staff-only/games/$gameId/leaderboards/board')

function RemoveButton({ gameId, name }: { gameId: number; name: string }) {
  const remove = useChange('admin.leaderboards.removeSettings', {
    done: 'It is a plain leaderboard again.',
    notifyFailure: false,
  })
  return (
    <Button
      variant="subtle"
      color="red"
      onClick={() =>
        confirm({
          title: 'Remove these settings?',
          text: 'Then it is a plain leaderboard: it never ends, the best entry of each player counts, and it has no prizes. Seasons that are over stay.',
          action: 'Remove settings',
          onConfirm: () => remove.mutateAsync({ id: gameId, name }),
        })
      }
    >
      Remove settings
    </Button>
  )
}

interface SettingsFormProps {
  gameId: number
  name: string
  settings: LeaderboardSettings
}

function SettingsForm({ gameId, name, settings }: SettingsFormProps) {
  const may_change = useCan()('admin', gameId)
  const form = useForm({ initialValues: toFields(settings), validate: findProblems })
  const change = useChange('admin.leaderboards.changeSettings', {
    done: 'Saved.',
    notifyFailure: false,
    onDone: (answer) => {
      const saved = toFields(answer)
      form.setValues(saved)
      form.resetDirty(saved)
    },
  })
  const why_none = whyNoPrizes(form.values)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((fields) =>
        change.mutate({ id: gameId, name, ...toSettings(fields) }),
      )}
    >
      <Stack>
        <Section
          title="How it ranks"
          description="This can change only while the leaderboard, or its running season, has no entries."
          actions={
            <GuideLink page="competition#leaderboards-with-seasons-and-prizes">
              What this means
            </GuideLink>
          }
        >
          <RankingFields form={form} may_change={may_change} />
        </Section>
        <Section
          title="Prizes"
          description="Paid once to each of these players when a season ends. They can change at any time before."
        >
          {why_none === undefined ? (
            <PrizeRows gameId={gameId} form={form} may_change={may_change} />
          ) : (
            <Alert variant="light" color="gray" icon={<InfoCircledIcon />}>
              {why_none}
            </Alert>
          )}
        </Section>
        <FormError error={change.error} />
        {may_change ? (
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
            {!isPlain(settings) && <RemoveButton gameId={gameId} name={name} />}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            Only admins of this game can change settings.
          </Text>
        )}
      </Stack>
    </form>
  )
}

export function SettingsTab() {
  const { gameId } = route.useParams()
  const { name = '' } = route.useSearch()
  const query = useRead('admin.leaderboards.getSettings', { id: gameId, name })
  return (
    <Loaded query={query}>
      {(settings) => (
        <SettingsForm
          // After the settings were removed, the form begins anew.
          key={String(isPlain(settings))}
          gameId={gameId}
          name={name}
          settings={settings}
        />
      )}
    </Loaded>
  )
}
