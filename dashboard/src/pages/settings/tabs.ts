/** The first one is shown when the URL names none. */
export const SETTINGS_TABS = [
  'general',
  'permissions',
  'service-keys',
  'webhooks',
  'announcements',
  'backups',
  'connect',
  'danger',
] as const

export type SettingsTab = (typeof SETTINGS_TABS)[number]

export const TAB_LABELS: Record<SettingsTab, string> = {
  general: 'General',
  permissions: 'Permissions',
  'service-keys': 'Service keys',
  webhooks: 'Webhooks',
  announcements: 'Announcements',
  backups: 'Backups',
  connect: 'Connect your game',
  danger: 'Danger zone',
}
