import { Badge, NavLink, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { Nothing } from '../../components/states.tsx'
import type { Route } from './operations.ts'

export const METHOD_COLORS: Record<string, string> = {
  GET: 'blue',
  POST: 'green',
  PUT: 'orange',
  PATCH: 'orange',
  DELETE: 'red',
}

const matches = ({ id, path, summary, section }: Route, wanted: string) =>
  `${id} ${path} ${summary} ${section}`.toLowerCase().includes(wanted.trim().toLowerCase())

interface OperationListProps {
  routes: Route[]
  chosen: string | undefined
  wanted: string
  onSearch: (wanted: string) => void
  onChoose: (route: Route) => void
}

/** Every operation of players, by section. */
export function OperationList({ routes, chosen, wanted, onSearch, onChoose }: OperationListProps) {
  const found = routes.filter((route) => matches(route, wanted))
  const sections = Map.groupBy(found, ({ section }) => section)
  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Find an operation"
        placeholder="Find an operation"
        leftSection={<MagnifyingGlassIcon />}
        value={wanted}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      <ScrollArea.Autosize
        mah={{ base: '36vh', md: '65vh' }}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Operations' }}
      >
        {found.length === 0 && <Nothing title="No such operation" />}
        {[...sections].map(([section, list]) => (
          <Stack key={section} gap={0} mb="sm">
            <Text size="xs" fw={600} c="dimmed" px="sm" py={4}>
              {section}
            </Text>
            {list.map((route) => (
              <NavLink
                key={route.id}
                component="button"
                active={route.id === chosen}
                label={route.summary}
                py={6}
                style={{ borderRadius: 8 }}
                leftSection={
                  <Badge
                    size="xs"
                    w={54}
                    variant="light"
                    color={METHOD_COLORS[route.method] ?? 'gray'}
                  >
                    {route.method}
                  </Badge>
                }
                onClick={() => onChoose(route)}
              />
            ))}
          </Stack>
        ))}
      </ScrollArea.Autosize>
    </Stack>
  )
}
