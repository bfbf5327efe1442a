// Builds what the npm package needs: dist/, the sources as plain JavaScript, and site/dist/, the guides.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
chmodSync('dist/main.js', 0o755)
execFileSync(process.execPath, ['site/build.ts'], { stdio: 'inherit' })
