import { defineConfig } from 'vite'

/** Of a server that runs beside `vite`, for work on the pages. */
const SERVER = process.env['PLAYKEEP_URL'] ?? 'http://localhost:3000'

/** Charts and calendars are large, and only loaded by pages that show one. */
const isSmall = (id: string) =>
  !/node_modules\/(@mantine\/(charts|dates)|recharts|d3-|dayjs|@reduxjs|immer|victory)/.test(id)

export default defineConfig({
  // The server puts a new nonce in its place for each request: src/http/dashboard-files.ts.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // What many pages share comes in one file instead of dozens of small ones, which compress badly. The first page loads it
    // whole: with a lower count it has more in it than that page needs.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', test: isSmall, minShareCount: 14 }] } },
    },
  },
  server: { proxy: { '/admin/api': SERVER, '/api': SERVER, '/openapi.json': SERVER } },
})
