import { request } from 'node:http'
import { expect } from 'vitest'
import type { Player, Reply, World } from '../support/world.ts'

type Fields = Record<string, string>

/** Exactly three decimals and Z: what U1 parses. */
export const STAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const ID = expect.any(Number)
export const WORD = expect.stringMatching(/./)

const query = (fields: Fields) => new URLSearchParams(fields).toString()

/** How a client calls as a player: where it puts the token and how it writes its fields. */
export interface Caller {
  get(path: string, fields?: Fields): Promise<Reply>
  post(path: string, fields?: Fields): Promise<Reply>
}

const modern = (
  player: Player,
  write: (fields: Fields) => object,
  headers: Fields = {},
): Caller => ({
  get: (path, fields = {}) => player.get(`${path}?${query(fields)}`, headers),
  post: (path, fields = {}) => player.send('POST', path, write(fields)),
})

/** JSB and U1: the token in the header with an underscore, and in the query or the form. */
const old = ({ visitor }: World, { token }: Player, write: (fields: Fields) => object): Caller => {
  const headers = { authentication_token: token }
  return {
    get: (path, fields = {}) => visitor.get(`${path}?${query({ ...fields, ...headers })}`, headers),
    post: (path, fields = {}) =>
      visitor.send('POST', path, { ...write({ ...fields, ...headers }), headers }),
  }
}

const EMPTY_JSON = { 'content-type': 'application/json' }

export const clients = {
  JS: (_world: World, player: Player) => modern(player, (multipart) => ({ multipart }), EMPTY_JSON),
  JSB: (world: World, player: Player) => old(world, player, (multipart) => ({ multipart })),
  UE: (_world: World, player: Player) => modern(player, (json) => ({ json }), EMPTY_JSON),
  U1: (world: World, player: Player) => old(world, player, (form) => ({ form })),
  U2: (_world: World, player: Player) => modern(player, (json) => ({ json })),
  U3: (_world: World, player: Player) => modern(player, (json) => ({ json })),
  DOC: (_world: World, player: Player) => modern(player, (json) => ({ json })),
}
export type ClientName = keyof typeof clients
export const EVERY_CLIENT: ClientName[] = ['JS', 'JSB', 'UE', 'U1', 'U2', 'U3', 'DOC']

/** JS: everything that a player sees after signing in. */
export const signIn = (world: World, { email }: { email: string }) =>
  world.visitor.send('POST', '/sessions', {
    multipart: { game_id: String(world.game.id), email, password: 'password' },
  })

/** UE: fetch() knows no GET with a body. */
export function getWithBody(url: string, body: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = JSON.stringify(body)
    const headers = { ...EMPTY_JSON, 'content-length': Buffer.byteLength(sent) }
    request(url, { method: 'GET', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end(sent)
  })
}

export const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)

export async function befriend(one: Player, other: Player): Promise<void> {
  const { body } = await one.post('/friendships', { username: other.username })
  await other.put(`/friendships/${body.friendship_id}`, { friendship: { status: 'accepted' } })
}

/** Every client reads JSON from every answer that went well. */
export function expectJson(...replies: Reply[]): void {
  for (const { status, headers, text } of replies) {
    expect([status, text]).toEqual([expect.toBeOneOf([200, 201]), expect.stringMatching(/^[{[]/)])
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  }
}
