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
    // In a narrow column of a table, its text would be cut off.
    Badge: {
      styles: { root: { minWidth: 'max-content' }, label: { overflow: 'visible' } },
    },
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
    Modal: {
      defaultProps: { centered: true },
      styles: { title: { fontWeight: 600, fontSize: 18 } },
    },
    Drawer: { styles: { title: { fontWeight: 600, fontSize: 18 } } },
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
})

/** Text in a colour, on white and on the pale shade of that colour: the library's own shades are too light to be read. */
const READABLE = {
  red: '#a61e1e',
  green: '#1e6b2f',
  teal: '#06624a',
  blue: '#17568f',
  cyan: '#0a6071',
  orange: '#96380a',
  yellow: '#7a5200',
  lime: '#446808',
  grape: '#7d2a8f',
  violet: '#5530b8',
  pink: '#961a45',
  gray: '#454c54',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6475',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': READABLE.red,
    '--playkeep-page': '#f7f8fa',
    ...Object.fromEntries(
      Object.entries(READABLE).flatMap(([name, shade]) => [
        [`--mantine-color-${name}-text`, shade],
        [`--mantine-color-${name}-light-color`, shade],
      ]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': '#a3adbd',
    '--mantine-color-placeholder': '#8f99aa',
    '--mantine-color-anchor': 'var(--mantine-color-keep-2)',
    '--mantine-color-keep-text': 'var(--mantine-color-keep-2)',
    '--playkeep-page': 'var(--mantine-color-body)',
  },
})
