import { Button, Stack, Text } from '@mantine/core'
import { DownloadIcon } from '@radix-ui/react-icons'
import { apiUrl } from '../../api/client.ts'
import { useGame } from '../../api/games.ts'
import { useCan } from '../../api/session.ts'
import { Section } from '../../components/section.tsx'
import { ServerBackups } from '../server/server-backups.tsx'

export function BackupsTab() {
  const { id } = useGame()
  const can = useCan()
  return (
    <Stack>
      <Section
        title="Export of this game"
        description="One file with the game, its players and all they have, for playkeep import on another server. It contains email addresses and password hashes, so keep it as safe as the database. Players can play while you download it."
        actions={
          can('owner', id) && (
            <Button
              component="a"
              href={apiUrl('admin.games.export', { id })}
              download
              leftSection={<DownloadIcon />}
            >
              Download
            </Button>
          )
        }
      >
        {!can('owner', id) && <Text size="sm">Only owners can download it.</Text>}
      </Section>
      {can('owner') && <ServerBackups />}
    </Stack>
  )
}
