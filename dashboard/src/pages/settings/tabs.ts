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
