// Builds what the npm package needs: dist/, the sources as plain JavaScript, with the script of the API reference,
// site/dist/, the guides, and dashboard/dist/, the dashboard.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { readReferenceScript } from '../src/http/docs/reference-script.ts'

rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
chmodSync('dist/main.js', 0o755)
writeFileSync('dist/http/docs/scalar.js.gz', await readReferenceScript())
execFileSync(process.execPath, ['site/build.ts'], { stdio: 'inherit' })
execFileSync(process.execPath, ['dashboard/build.ts'], { stdio: 'inherit' })
