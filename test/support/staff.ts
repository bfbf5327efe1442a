import { Client, type Reply, unique, type World } from './world.ts'

export const PASSWORD = 'correct horse battery'

/** What a browser with the dashboard sends: its cookie, and with writes the token against forgery. */
export class Browser {
  readonly #world: World
  cookie = ''
  set_cookie = ''
  csrf_token = ''
  address = ''

  constructor(world: World) {
    this.#world = world
  }

  async send(method: string, path: string, body?: object): Promise<Reply> {
    const headers = {
      ...(this.cookie ? { cookie: this.cookie } : {}),
      ...(this.csrf_token ? { 'x-csrf-token': this.csrf_token } : {}),
      ...(this.address ? { 'x-forwarded-for': this.address } : {}),
    }
    const client = new Client(this.#world.server.url)
    const json = body ? { json: body } : {}
    const reply = await client.send(method, `//admin/api${path}`, { headers, ...json })
    const cookie = reply.headers.get('set-cookie')
    if (cookie) {
      this.set_cookie = cookie
      this.cookie = cookie.split(';')[0] ?? ''
    }
    if (reply.body?.csrf_token) this.csrf_token = reply.body.csrf_token
    return reply
  }

  get = (path: string) => this.send('GET', path)
  post = (path: string, body?: object) => this.send('POST', path, body)
  put = (path: string, body?: object) => this.send('PUT', path, body)
  delete = (path: string, body?: object) => this.send('DELETE', path, body)

  signIn = (email: string, password: string, code?: string) =>
    this.post('/sessions', { email, password, ...(code ? { code } : {}) })
}

/** A new member of the staff, signed in. */
export async function joinStaff(
  world: World,
  rights: { role: 'viewer' | 'support' | 'admin' | 'owner'; game_ids?: number[] },
) {
  const invited = await world.system.post('//admin/api/staff_invitations', rights)
  if (invited.status !== 201) throw new Error(`nobody was invited: ${invited.text}`)
  const browser = new Browser(world)
  const email = `${unique('staff')}@example.com`
  const joined = await browser.post('/staff_invitations/accept', {
    token: invited.body.token,
    name: 'Sam',
    email,
    password: PASSWORD,
  })
  if (joined.status !== 201) throw new Error(`nobody has joined: ${joined.text}`)
  return { browser, email, id: Number(joined.body.staff.id) }
}
