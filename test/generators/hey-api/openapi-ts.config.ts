import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: 'openapi.json',
  output: { path: 'hey-api/generated', module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch'],
})
