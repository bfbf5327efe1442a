// Builds the dashboard into dashboard/dist/, each file also compressed beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

// Whatever the environment says: otherwise tests would build React with everything that is for development.
process.env['NODE_ENV'] = 'production'
await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'error' })
const assets = `${root}dist/assets`
for (const name of readdirSync(assets)) {
  const path = `${assets}/${name}`
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
}
