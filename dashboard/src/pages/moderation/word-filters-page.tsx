import { Alert, Button, Card, Group, Radio, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ExclamationTriangleIcon } from '@radix-ui/react-icons'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { FormError } from '../../components/form-error.tsx'
import { formatNumber, Time } from '../../components/format.tsx'
import { Loaded } from '../../components/states.tsx'
import { ModerationHeader } from './moderation-header.tsx'

const route = getRouteApi('/staff-only/games/$gameId/moderation/word-filters')

type Filter = Answer<'admin.wordFilter.get'>

const MAX_WORDS = 1000
const MAX_CHARACTERS = 64

const wordsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function findProblem(text: string): string | null {
  const words = wordsIn(text)
  const long = words.find((word) => word.length > MAX_CHARACTERS)
  if (long) return `A word has at most ${MAX_CHARACTERS} characters: ${long.slice(0, 20)}…`
  return words.length > MAX_WORDS ? `There are at most ${formatNumber(MAX_WORDS)} words.` : null
}

function FilterForm({ filter, gameId }: { filter: Filter; gameId: number }) {
  const can = useCan()
  const is_admin = can('admin', gameId)
  const change = useChange('admin.wordFilter.change', { done: 'Saved.', notifyFailure: false })
  const is_first = filter.words.length === 0 && is_admin
  const form = useForm({
    initialValues: {
      text: filter.words.join('\n'),
      // Words that are allowed everywhere would filter nothing: that is never what the first list is for.
      names: is_first || filter.names === 'refuse',
      messages: is_first && filter.messages === 'off' ? ('mask' as const) : filter.messages,
    },
    validate: { text: findProblem },
  })
  const submit = form.onSubmit(({ text, names, messages }) =>
    change.mutate(
      { id: gameId, words: wordsIn(text), names: names ? 'refuse' : 'off', messages },
      { onSuccess: () => form.resetDirty() },
    ),
  )
  const count = wordsIn(form.values.text).length
  return (
    <form onSubmit={submit}>
      <Card>
        <fieldset disabled={!is_admin} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
          <Stack>
            <Textarea
              label="Words"
              description="One on each line. Finds whole words, in upper and lower case, also with look-alike letters. “grit” also finds g.r.i.t and g r i t, but not gr-it. With an asterisk at the beginning or end, also finds it inside of other words: *grit*"
              autosize
              minRows={8}
              maxRows={20}
              spellCheck={false}
              dir="auto"
              {...form.getInputProps('text')}
            />
            <Text size="sm" c="dimmed">
              {count === 1 ? '1 word' : `${formatNumber(count)} words`}
              {filter.changed_at && (
                <>
                  , changed <Time at={filter.changed_at} />
                </>
              )}
            </Text>
            <Switch
              label="Refuse these words in new names"
              description="Of players and groups, also in types of groups and in statuses. What exists stays."
              {...form.getInputProps('names', { type: 'checkbox' })}
            />
            <Radio.Group label="In messages" {...form.getInputProps('messages')}>
              <Stack gap="xs" mt="xs">
                <Radio value="off" label="Allow them" />
                <Radio value="mask" label="Mask them with asterisks" />
                <Radio value="refuse" label="Refuse the message" />
              </Stack>
            </Radio.Group>
            {count > 0 && !form.values.names && form.values.messages === 'off' && (
              <Alert color="yellow" icon={<ExclamationTriangleIcon />}>
                Nothing is filtered: these words are allowed in names and in messages.
              </Alert>
            )}
            <FormError error={change.error} />
            {is_admin ? (
              <Group justify="flex-end">
                <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
                  Save
                </Button>
              </Group>
            ) : (
              <Text size="sm" c="dimmed">
                Only admins of this game can change the word filter.
              </Text>
            )}
          </Stack>
        </fieldset>
      </Card>
    </form>
  )
}

export function WordFiltersPage() {
  const { gameId } = route.useParams()
  const query = useRead('admin.wordFilter.get', { id: gameId })
  return (
    <>
      <ModerationHeader
        title="Word filter"
        description="Words that players of this game may not use. Changes take effect within five seconds."
      />
      <Loaded query={query}>{(filter) => <FilterForm filter={filter} gameId={gameId} />}</Loaded>
    </>
  )
}
