import { defineConfig } from 'orval'

export default defineConfig({
  playkeep: {
    input: '../openapi.json',
    output: {
      target: 'generated/playkeep.ts',
      client: 'fetch',
      headers: true,
      override: { mutator: { path: 'custom-fetch.ts', name: 'customFetch', extension: '.ts' } },
    },
  },
})
