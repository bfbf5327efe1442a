import { escape, page } from '../html.ts'

/** Where the dashboard is not built. */
export const homePage = (version: string) =>
  page(
    'Playkeep',
    `<h1>Playkeep</h1><p class="soft">A self-hosted game backend. Version ${escape(version)} is running here.</p>
<div class="cards"><a href="/guide"><strong>Guides</strong><br>Your first game in five minutes, and everything after it.</a>
<a href="/docs"><strong>API reference</strong><br>Every route, with its fields, answers and errors.</a>
<a href="/openapi.json"><strong>OpenAPI 3.1</strong><br>The same, for programs.</a>
<a href="/ready"><strong>Ready</strong><br>Shows whether the database answers.</a>
<a href="/metrics"><strong>Metrics</strong><br>Measurements for Prometheus.</a></div>
<p>The dashboard belongs here, but it is not built: run <code>npm run dashboard</code> in the folder of Playkeep, then load this page again.</p>
<p>The API for games is at <code>/api/v3</code>. To create a game, run <code>playkeep create-game "My game"</code> on the server's machine. If you have lost a game's token, <code>playkeep rotate-token 1</code> gives game 1 a new one.</p>`,
  )
