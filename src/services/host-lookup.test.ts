import { expect, test } from 'vitest'
import { startDns } from '../../test/support/dns.ts'

const PUBLIC_ONLY = { allow_private: false }

test('a host that the DNS does not know has no address', async () => {
  for (const answer of ['no_such_host', 'no_data'] as const) {
    const { resolve } = await startDns(answer)
    expect(await resolve('hooks.example', PUBLIC_ONLY)).toEqual([])
  }
})

test('a DNS that is out of order says nothing about the host', async () => {
  const { resolve } = await startDns('server_failure')
  await expect(resolve('hooks.example', PUBLIC_ONLY)).rejects.toThrow('could not be looked up')
})

test('hosts in the file of this machine are not asked for', async () => {
  const { resolve, questions } = await startDns('no_such_host')
  for (const host of ['localhost', 'localhost.'])
    expect(await resolve(host, PUBLIC_ONLY)).toContainEqual({ address: '127.0.0.1', family: 4 })
  expect(questions).toEqual([])
})
