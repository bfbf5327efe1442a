import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dcdffb',
  '#b6bcf2',
  '#8e97e9',
  '#6d78e1',
  '#5863dc',
  '#4a56c9',
  '#3d48b3',
  '#343ea1',
  '#29338e',
]

export const theme = createTheme({
  primaryColor: 'keep',
  primaryShade: { light: 6, dark: 5 },
  colors: { keep: indigo },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
    Modal: { defaultProps: { centered: true } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
})

/** The colours of Mantine for less important text have too little contrast for many people. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#5f666d', '--mantine-color-placeholder': '#6b7279' },
  dark: { '--mantine-color-dimmed': '#b0b3b8', '--mantine-color-placeholder': '#a0a3a8' },
})
