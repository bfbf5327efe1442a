import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const BUSY_LOOP = fileURLToPath(new URL('../support/busy-loop.ts', import.meta.url))
const SCHED_IDLE = '5'

/** Field 41 of `/proc/…/stat`. The name in parentheses may contain spaces. */
function policyOf(stat: string): string | undefined {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38]
}

async function policiesOf(pid: number, thread_name: string): Promise<(string | undefined)[]> {
  const policies: (string | undefined)[] = []
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'latin1')
    if (stat.includes(`(${thread_name})`)) policies.push(policyOf(stat))
  }
  return policies
}

test.skipIf(process.platform !== 'linux')(
  'on a single core, hashing threads have the policy SCHED_IDLE, and a hash still ends while the event loop is always busy',
  async () => {
    const status = await readFile('/proc/self/status', 'utf8')
    const core = /^Cpus_allowed_list:\s*(\d+)/m.exec(status)?.[1] ?? '0'
    const program = spawn('taskset', ['-c', core, process.execPath, BUSY_LOOP], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void program.kill('SIGKILL'))
    await once(program.stdout, 'data')
    const { pid = 0 } = program
    await expect
      .poll(async () => new Set(await policiesOf(pid, 'libuv-worker')), { timeout: 20_000 })
      .toEqual(new Set([SCHED_IDLE]))
    program.stdin.write('hash\n')
    // Without its share of the core it would take minutes.
    expect(await once(program, 'exit')).toEqual([0, null])
  },
)
