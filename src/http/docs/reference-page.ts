import { barePage, escape } from '../html.ts'

/** Only what Scalar's program needs. It writes styles into the page, and its icons are part of it. */
export const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** While the program loads, or if it cannot. */
const STYLE = `
#loading { max-width: 40rem; margin: 0 auto; padding: 20vh 1.25rem }
body:has(.scalar-app) #loading { display: none }
`

/** The colours and fonts of our pages, in Scalar's names. */
const THEME = `
:root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, Menlo, Consolas, monospace; --scalar-radius: .375rem; --scalar-radius-lg: .5rem; --scalar-radius-xl: .75rem }
.light-mode { --scalar-color-1: #1d2433; --scalar-color-2: #4c566a; --scalar-color-3: #5c667a; --scalar-color-accent: #4a56c9; --scalar-background-1: #fff; --scalar-background-2: #f5f6f9; --scalar-background-3: #e9ecf2; --scalar-background-accent: #4a56c914; --scalar-border-color: #dfe3ea }
.dark-mode { --scalar-color-1: #e6e9f0; --scalar-color-2: #b3bccd; --scalar-color-3: #9aa4b8; --scalar-color-accent: #98a2ff; --scalar-background-1: #12151c; --scalar-background-2: #191d27; --scalar-background-3: #262c3a; --scalar-background-accent: #98a2ff1f; --scalar-border-color: #2c3342 }
.scalar-app .section:focus { outline: none } .scalar-app .darklight-reference a { display: none }
`

/** Of Scalar's languages, all but curl and fetch. */
const HIDDEN_CLIENTS = {
  ...Object.fromEntries(
    'c clojure csharp dart fsharp go http java julia kotlin node objc ocaml php powershell python r ruby rust swift'
      .split(' ')
      .map((language) => [language, true]),
  ),
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  shell: ['httpie', 'wget'],
}

/** Without anything that Scalar would fetch from, or send to, other servers. */
const CONFIGURATION = {
  url: '/openapi.json',
  theme: 'none',
  customCss: THEME,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  hideModels: true,
  authentication: { preferredSecurityScheme: 'token' },
  hiddenClients: HIDDEN_CLIENTS,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
}

/** The API reference: Scalar's program, which reads the OpenAPI document. */
export const referencePage = (script_url: string) =>
  barePage(
    'Playkeep API',
    STYLE,
    `<main id="loading"><h1>Playkeep API</h1><noscript><p>This page needs JavaScript.</p></noscript>
<p>If the reference does not appear, read <a href="/openapi.json">the OpenAPI document</a>, which contains the same.</p></main>
<div id="api-reference" data-configuration="${escape(JSON.stringify(CONFIGURATION))}"></div>
<script src="${escape(script_url)}"></script>`,
  )
