// Builds dist/ for the npm package: the sources as plain JavaScript, and the script of the API reference.
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
