import { defineConfig } from 'vite'

/** Of a server that runs beside `vite`, for work on the pages. */
const SERVER = process.env['PLAYKEEP_URL'] ?? 'http://localhost:3000'

export default defineConfig({
  // The server puts a new nonce in its place for each request: src/http/dashboard-files.ts.
  html: { cspNonce: '__NONCE__' },
  build: { outDir: 'dist', emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { proxy: { '/admin/api': SERVER, '/api': SERVER, '/openapi.json': SERVER } },
})
