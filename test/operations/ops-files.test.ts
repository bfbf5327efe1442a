import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
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
