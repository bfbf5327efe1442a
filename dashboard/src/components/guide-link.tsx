import { Anchor } from '@mantine/core'

interface GuideLinkProps {
  /** Below /guide, with the part of the page if there is one. */
  page: string
  children: string
}

/** A link to the guides, which open beside the dashboard. */
export function GuideLink({ page, children }: GuideLinkProps) {
  return (
    <Anchor href={`/guide/${page}`} target="_blank" size="sm" underline="always">
      {children}
    </Anchor>
  )
}
