import { expect, test } from 'vitest'
import { addressGroup, isPrivateAddress } from './ip-addresses.ts'

test('an address group is an IPv4 address or the /64 network of an IPv6 address', () => {
  const groups = {
    '192.0.2.1': '192.0.2.1',
    '192.0.2.1:4711': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '[::ffff:192.0.2.1]:443': '192.0.2.1',
    '::ffff:c000:0201': '192.0.2.1',
    '0:0:0:0:0:ffff:c000:201': '192.0.2.1',
    '::1': '0:0:0:0',
    '2001:db8::1': '2001:db8:0:0',
    '2001:DB8:0:0:ffff::1': '2001:db8:0:0',
    '[2001:db8:1:2::1]:443': '2001:db8:1:2',
    'fe80::1%eth0': 'fe80:0:0:0',
    '1:2:3:4:5:6:7::': '1:2:3:4',
  }
  const found = Object.keys(groups).map((address) => [address, addressGroup(address)])
  expect(Object.fromEntries(found)).toEqual(groups)
})

test('what is no address is a short text of its own', () => {
  for (const text of ['', 'unknown', ':', ':::', '1:2', 'a::b::c'])
    expect(addressGroup(text)).toBe(text)
  expect(addressGroup('x'.repeat(10_000))).toHaveLength(64)
  expect(addressGroup(':'.repeat(10_000))).toHaveLength(64)
})

test('addresses of this machine and of private networks are known', () => {
  const own = ['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.16.0.1', '192.168.1.1', 'fd00::1']
  for (const address of own) expect([address, isPrivateAddress(address)]).toEqual([address, true])
  for (const address of ['203.0.113.1', '172.32.0.1', '2001:db8::1', '11.0.0.1'])
    expect([address, isPrivateAddress(address)]).toEqual([address, false])
})
