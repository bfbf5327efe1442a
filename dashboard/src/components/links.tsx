import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { Ref } from 'react'

type LinkRef = { ref?: Ref<HTMLAnchorElement> }

/** A link in a text. Where it leads is checked by its types. */
export const TextLink = createLink((props: AnchorProps & LinkRef) => <Anchor {...props} />)

/** A link that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & LinkRef) => (
  <Button component="a" {...props} />
))

/** An entry of a list of pages. */
export const NavigationLink = createLink((props: NavLinkProps & LinkRef) => (
  <NavLink component="a" {...props} />
))
