import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settings } from '../../src/config.ts'
import { parseMetrics } from '../support/prometheus.ts'
import { Program, serve } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const METRIC = /\b(?:playkeep|process|nodejs)_[a-z0-9_]+/g

const read = (path: string) => readFile(join(ROOT, path), 'utf8')

/** Runs a program that may not be installed. Empty: it does not complain, or is not there. */
function complaints(command: string, args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (error) process.stdout.write(`${command} is not installed: its check was left out\n`)
  return error || status === 0 ? '' : stdout + stderr
}

test('every metric of the dashboard and the alerts exists [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, url } = await serve({ DATABASE_URL })
  await fetch(`${url}/health`)
  const families = parseMetrics(await (await fetch(`${url}/metrics`)).text())
  const known = new Set(
    [...families].flatMap(([name, { samples }]) => [name, ...samples.map((sample) => sample.name)]),
  )
  for (const file of ['ops/grafana/playkeep.json', 'ops/prometheus/alerts.yml']) {
    const named = (await read(file)).match(METRIC) ?? []
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  }
  expect(await program.kill('SIGTERM')).toBe(0)
  await remove()
})

test('the files for operators can be read by the programs that they are for', async () => {
  const names = await readdir(join(ROOT, 'ops'), { recursive: true })
  const yaml = names.filter((name) => /\.ya?ml$/.test(name)).map((name) => join('ops', name))
  expect(yaml).toHaveLength(2)
  for (const file of [...yaml, 'compose.yaml']) {
    const documents = parseAllDocuments(await read(file))
    expect([file, ...documents.flatMap(({ errors }) => errors)]).toEqual([file])
  }
  expect(JSON.parse(await read('ops/grafana/playkeep.json'))).toHaveProperty('panels')
  expect(complaints('promtool', ['check', 'rules', 'ops/prometheus/alerts.yml'])).toBe('')
  expect(complaints('systemd-analyze', ['verify', 'ops/systemd/playkeep.service'])).toBe('')
  // The certificate is the operator's.
  const haproxy = (await read('ops/haproxy/haproxy.cfg')).replace(/ ssl crt \S+/, '')
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-haproxy-'))
  await writeFile(join(folder, 'haproxy.cfg'), haproxy)
  expect(complaints('haproxy', ['-c', '-q', '-f', join(folder, 'haproxy.cfg')])).toBe('')
  await rm(folder, { recursive: true })
})

/** What a stop needs after the draining, with time to spare. */
const STOP_SECONDS = 20

const drainSeconds = (text: string) =>
  Number(/DRAIN_SECONDS(?:=|, value: ')(\d+)/.exec(text)?.[1] ?? settings.DRAIN_SECONDS.fallback)

test('a server that drains is not killed before it has stopped', async () => {
  const patience: Record<string, RegExp> = {
    'ops/kubernetes/playkeep.yaml': /terminationGracePeriodSeconds: (\d+)/,
    'ops/systemd/playkeep.service': /^TimeoutStopSec=(\d+)/m,
    'compose.yaml': /stop_grace_period: (\d+)s/,
  }
  for (const [file, pattern] of Object.entries(patience)) {
    const text = (await read(file)).replaceAll(/^ *#.*/gm, '')
    const seconds = Number(pattern.exec(text)?.[1])
    expect([file, seconds - drainSeconds(text)]).toEqual([file, STOP_SECONDS])
  }
})

test('a pod drains until Kubernetes knows that it is not ready', async () => {
  const text = await read('ops/kubernetes/playkeep.yaml')
  const [, probe = ''] = /readinessProbe:([^]*?)volumeMounts/.exec(text) ?? []
  const field = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(probe)?.[1])
  const noticed = field('periodSeconds') * field('failureThreshold') + field('timeoutSeconds')
  expect(drainSeconds(text)).toBeGreaterThan(noticed)
})

test('the image writes everything to its volume', async () => {
  const dockerfile = await read('Dockerfile')
  expect(dockerfile).toContain('VOLUME /data\n')
  for (const setting of ['DATABASE_URL=sqlite:', 'MAIL_OUTBOX='])
    expect(dockerfile).toContain(`${setting}/data/`)
})

test("the image's health check tells a server from none [sqlite]", async () => {
  const [, check = '[]'] = /^HEALTHCHECK[^]*?CMD (\[.*\])$/m.exec(await read('Dockerfile')) ?? []
  const [command = '', ...args]: string[] = JSON.parse(check)
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, url } = await serve({ DATABASE_URL })
  const { port } = new URL(url)
  const isHealthy = async () =>
    (await new Program(command, args, { env: { PORT: port } }).ended) === 0
  expect(command).not.toBe('node')
  expect(await isHealthy()).toBe(true)
  expect(await program.kill('SIGTERM')).toBe(0)
  expect(await isHealthy()).toBe(false)
  await remove()
})
