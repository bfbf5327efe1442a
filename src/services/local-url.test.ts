import { expect, test } from 'vitest'
import { localUrl } from './local-url.ts'

test('the address of a server can be opened, whatever it listens on', () => {
  const hosts = ['0.0.0.0', '::', '::1', 'localhost', '10.0.0.5']
  expect(hosts.map((host) => localUrl(host, 3000))).toEqual([
    'http://127.0.0.1:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://localhost:3000',
    'http://10.0.0.5:3000',
  ])
})
