import { request } from 'node:http'
import { expect } from 'vitest'
import type { Player, Reply, World } from '../support/world.ts'

type Fields = Record<string, string>

/** Exactly three decimals and Z: the first Unity client parses no other form. */
export const STAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const ID = expect.any(Number)
export const WORD = expect.stringMatching(/./)

const query = (fields: Fields) => new URLSearchParams(fields).toString()

/** Sends requests as one client does: with the token where that client puts it, and the fields in its encoding. */
export interface Caller {
  get(path: string, fields?: Fields): Promise<Reply>
  post(path: string, fields?: Fields): Promise<Reply>
}

const withTokenHeader = (
  player: Player,
  encode: (fields: Fields) => object,
  headers: Fields = {},
): Caller => ({
  get: (path, fields = {}) => player.get(`${path}?${query(fields)}`, headers),
  post: (path, fields = {}) => player.send('POST', path, encode(fields)),
})

/** The token in the header `authentication_token`, and in the query or the form. */
const withTokenField = (
  { visitor }: World,
  { token }: Player,
  encode: (fields: Fields) => object,
): Caller => {
  const headers = { authentication_token: token }
  return {
    get: (path, fields = {}) => visitor.get(`${path}?${query({ ...fields, ...headers })}`, headers),
    post: (path, fields = {}) =>
      visitor.send('POST', path, { ...encode({ ...fields, ...headers }), headers }),
  }
}

const EMPTY_JSON = { 'content-type': 'application/json' }

/** The published clients of GameFuse, each with the way in which it sends its requests. */
export const clients = {
  'JavaScript client': (_world: World, player: Player) =>
    withTokenHeader(player, (multipart) => ({ multipart }), EMPTY_JSON),
  /** The bundled file that ships beside the JavaScript client, with older code. */
  'older JavaScript bundle': (world: World, player: Player) =>
    withTokenField(world, player, (multipart) => ({ multipart })),
  'Unreal plugin': (_world: World, player: Player) =>
    withTokenHeader(player, (json) => ({ json }), EMPTY_JSON),
  /** The public Unity client, with forms. */
  'first Unity client': (world: World, player: Player) =>
    withTokenField(world, player, (form) => ({ form })),
  /** Public versions of the Unity client between the first one and the current SDK. */
  'interim Unity client': (_world: World, player: Player) =>
    withTokenHeader(player, (json) => ({ json })),
  'current Unity SDK': (_world: World, player: Player) =>
    withTokenHeader(player, (json) => ({ json })),
  /** Requests as the published documentation of the API shows them. */
  documentation: (_world: World, player: Player) => withTokenHeader(player, (json) => ({ json })),
}
export type ClientName = keyof typeof clients
export const EVERY_CLIENT: ClientName[] = [
  'JavaScript client',
  'older JavaScript bundle',
  'Unreal plugin',
  'first Unity client',
  'interim Unity client',
  'current Unity SDK',
  'documentation',
]

/** Signs in as the JavaScript client does; the answer has everything that a player sees. */
export const signIn = (world: World, { email }: { email: string }) =>
  world.visitor.send('POST', '/sessions', {
    multipart: { game_id: String(world.game.id), email, password: 'password' },
  })

/** As the Unreal plugin sends it; `fetch` cannot send a body with GET. */
export function getWithBody(url: string, body: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = JSON.stringify(body)
    const headers = { ...EMPTY_JSON, 'content-length': Buffer.byteLength(sent) }
    request(url, { method: 'GET', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
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

/** Every client expects JSON in every successful answer. */
export function expectJson(...replies: Reply[]): void {
  for (const { status, headers, text } of replies) {
    expect([status, text]).toEqual([expect.toBeOneOf([200, 201]), expect.stringMatching(/^[{[]/)])
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  }
}
