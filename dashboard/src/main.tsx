import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { endSession, queryClient, whenLost } from './api/session.ts'
import { router } from './router.ts'
import { cssVariablesResolver, theme } from './theme.ts'

const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
const nonce = meta?.nonce ?? ''
// Read by the package that keeps the page from scrolling behind a modal.
Object.assign(globalThis, { __webpack_nonce__: nonce })

whenLost({
  session: () => {
    const { pathname, href } = router.state.location
    if (pathname === '/sign-in' || pathname === '/join') return
    endSession()
    void router.navigate({ to: '/sign-in', search: { to: href } })
  },
  access: () => {
    endSession()
    void router.navigate({ to: '/account' })
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notifications position="top-right" />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
