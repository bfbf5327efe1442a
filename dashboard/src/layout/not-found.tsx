import { Container, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { ButtonLink } from '../components/links.tsx'
import { Nothing } from '../components/states.tsx'

export function NotFound({ what = 'There is no such page' }: { what?: string }) {
  useDocumentTitle('Not found · Playkeep')
  return (
    <Container py="xl">
      <VisuallyHidden component="h1">{what}</VisuallyHidden>
      <Nothing
        title={what}
        description="It may have been removed, or your role or your games do not allow it."
        icon={<MagnifyingGlassIcon />}
        action={
          <ButtonLink to="/games" variant="default">
            All games
          </ButtonLink>
        }
      />
    </Container>
  )
}
