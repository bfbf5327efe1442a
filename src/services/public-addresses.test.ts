import { expect, test } from 'vitest'
import type { Address } from './host-lookup.ts'
import { findAddresses, isPublicAddress, parseTarget } from './public-addresses.ts'

const NOT_PUBLIC = [
  '0.0.0.0',
  '0.1.2.3',
  '10.255.255.255',
  '100.127.255.255',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.0.1',
  '198.19.255.255',
  '203.0.113.7',
  '239.255.255.255',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::8.8.8.8',
  '64:ff9b::808:808',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:808:808::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'example.com',
  '2130706433',
]

test('addresses of this machine, of private networks and of special use are not public', () => {
  expect(NOT_PUBLIC.filter(isPublicAddress)).toEqual([])
  const all = ['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.0', '2606:4700::1111', '2a00::1']
  expect(all.filter(isPublicAddress)).toEqual(all)
})

const at = (...addresses: string[]) =>
  addresses.map((address): Address => ({ address, family: address.includes(':') ? 6 : 4 }))

test('a name is refused if one of its addresses leads inside, or if it has none', async () => {
  const url = parseTarget('https://hooks.example/', false)
  const find = (...addresses: string[]) =>
    findAddresses(url, { allow_private: false }, () => Promise.resolve(at(...addresses)))
  expect(await find('8.8.8.8', '2606:4700::1111')).toEqual(at('8.8.8.8', '2606:4700::1111'))
  for (const inside of ['127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1'])
    await expect(find('8.8.8.8', inside)).rejects.toThrow('it leads to an address of this machine')
  await expect(find()).rejects.toThrow('its host has no address')
})
