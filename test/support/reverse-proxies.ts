import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { freePort } from './postgres.ts'
import { Program } from './servers.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const read = (path: string) => readFile(join(ROOT, path), 'utf8')

export async function waitUntil(what: string, condition: () => Promise<boolean> | boolean) {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries === 1200) throw new Error(`never happened: ${what}`)
    await sleep(50)
  }
}

export const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Replaces a part that must exist. */
function adapt(text: string, part: RegExp | string, by: string): string {
  expect(text).toMatch(part)
  return typeof part === 'string' ? text.replaceAll(part, by) : text.replace(part, by)
}

async function nginxOf(file: string, port: number) {
  const config = /```nginx\n([^]*?)```/.exec(await read(file))?.[1] ?? ''
  const plain = adapt(config, /listen .*/, `listen 127.0.0.1:${port};`)
  const here = adapt(plain, /access_log .*/, 'access_log off;')
  return `daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
${here.replaceAll(/^ *ssl_.*\n/gm, '')}}
`
}

/** The configurations that operators get, with the addresses of this test. */
const CONFIGURATIONS = {
  async haproxy(port: number) {
    const config = await read('ops/haproxy/haproxy.cfg')
    // 20,000 would need more open files than a machine for tests may allow.
    const small = adapt(config, 'maxconn 20000', 'maxconn 1000')
    return adapt(small, /bind .*/, `bind 127.0.0.1:${port}`)
  },
  nginx: (port: number) => nginxOf('docs/high-availability.md', port),
  'nginx for one server': (port: number) => nginxOf('docs/self-hosting.md', port),
}

export type ProxyName = keyof typeof CONFIGURATIONS

const programOf = (name: ProxyName) => (name === 'haproxy' ? 'haproxy' : 'nginx')

const ARGUMENTS = {
  haproxy: ['-db', '-f', 'config'],
  nginx: ['-p', '.', '-c', 'config'],
}

export function isInstalled(name: ProxyName): boolean {
  const program = programOf(name)
  const is_installed = spawnSync(program, ['-v']).status === 0
  if (!is_installed)
    console.warn(`Skipped: ${program} is not installed (Debian: apt-get install ${program}).`)
  return is_installed
}

/** Starts a proxy in front of servers on these ports. */
export async function startProxy(name: ProxyName, servers: [number, number]) {
  const port = await freePort()
  const program_name = programOf(name)
  const folder = await mkdtemp(join(tmpdir(), `playkeep-${program_name}-`))
  let config = await CONFIGURATIONS[name](port)
  const addresses =
    name === 'nginx for one server' ? ['127.0.0.1:3000'] : ['10.0.0.11:3000', '10.0.0.12:3000']
  for (const [index, address] of addresses.entries())
    config = adapt(config, address, `127.0.0.1:${servers[index]}`)
  await writeFile(join(folder, 'config'), config)
  const program = new Program(program_name, ARGUMENTS[program_name], { cwd: folder })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(`${name} answers`, () => {
    if (program.process.exitCode !== null) throw new Error(program.stderr + program.stdout)
    return answers(`${url}/health`)
  })
  const close = async () => {
    await program.kill('SIGTERM')
    await rm(folder, { recursive: true })
  }
  return { url, program, close }
}
