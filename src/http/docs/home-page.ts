import { escape, page } from '../html.ts'

export const homePage = (version: string) =>
  page(
    'Playkeep',
    `<h1>Playkeep</h1><p class="soft">Version ${escape(version)} is running here. It keeps accounts and data for games.</p>
<div class="cards"><a href="/docs"><strong>API reference</strong><br>Every address, what it takes and what it answers.</a>
<a href="/openapi.json"><strong>OpenAPI 3.1</strong><br>The same for machines.</a>
<a href="/ready"><strong>Ready?</strong><br>Whether the database answers.</a>
<a href="/metrics"><strong>Metrics</strong><br>Figures for Prometheus.</a></div>
<p>Games talk to <code>/api/v3</code>. No game yet, or its token lost? On the server's machine run <code>playkeep create-game "My game"</code> or <code>playkeep rotate-token 1</code>.</p>`,
  )
