import { ScrollArea, Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { PageHeader } from '../../components/page-header.tsx'
import { AnnouncementsTab } from './announcements-tab.tsx'
import { BackupsTab } from './backups-tab.tsx'
import { ConnectTab } from './connect-tab.tsx'
import { DangerTab } from './danger-tab.tsx'
import { GeneralTab } from './general-tab.tsx'
import { PermissionsTab } from './permissions-tab.tsx'
import { ServiceKeysTab } from './service-keys-tab.tsx'
import { SETTINGS_TABS, type SettingsTab, TAB_LABELS } from './tabs.ts'
import { WebhooksTab } from './webhooks-tab.tsx'

const route = getRouteApi('/staff-only/games/$gameId/settings')

const CONTENTS: Record<SettingsTab, ComponentType> = {
  general: GeneralTab,
  permissions: PermissionsTab,
  'service-keys': ServiceKeysTab,
  webhooks: WebhooksTab,
  announcements: AnnouncementsTab,
  backups: BackupsTab,
  connect: ConnectTab,
  danger: DangerTab,
}

/** On a phone, the row of tabs is wider than the screen. */
const showInRow = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

export function SettingsPage() {
  const { tab = 'general' } = route.useSearch()
  const navigate = route.useNavigate()
  const Content = CONTENTS[tab]
  return (
    <>
      <PageHeader title="Settings" description="What this game is, and what its players may do." />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => {
          const next = SETTINGS_TABS.find((name) => name === value)
          if (next) void navigate({ search: { tab: next === 'general' ? undefined : next } })
        }}
      >
        <ScrollArea type="never" mb="lg">
          <Tabs.List style={{ flexWrap: 'nowrap' }}>
            {SETTINGS_TABS.map((name) => (
              <Tabs.Tab
                key={name}
                value={name}
                style={{ whiteSpace: 'nowrap' }}
                ref={name === tab ? showInRow : undefined}
              >
                {TAB_LABELS[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </ScrollArea>
        <Tabs.Panel value={tab}>
          <Content />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
