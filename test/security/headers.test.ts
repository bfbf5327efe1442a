import { expect } from 'vitest'
import { onEachEngine, type Reply } from '../support/world.ts'

const header = ({ headers }: Reply, name: string) => headers.get(name)

onEachEngine('every answer forbids content sniffing, caching and referrers', async (world) => {
  const player = await world.player()
  const replies = [
    await player.get(`/users/${player.id}`),
    await player.get('/users/0'),
    await world.visitor.get('/nothing'),
    await world.visitor.post('/sessions', {}),
    await world.visitor.send('POST', '/sessions', { raw: '{' }),
    await world.visitor.get('//'),
    await world.visitor.get('//docs'),
    await world.visitor.get('//reset_password?token=x'),
    await world.visitor.get('//verify_email?token=x'),
    await world.visitor.get('//metrics'),
  ]
  for (const reply of replies) {
    expect(header(reply, 'x-content-type-options')).toBe('nosniff')
    expect(header(reply, 'cache-control')).toBe('no-store')
    expect(header(reply, 'referrer-policy')).toBe('no-referrer')
    expect(header(reply, 'server')).toBeNull()
    expect(header(reply, 'x-powered-by')).toBeNull()
    expect(header(reply, 'set-cookie')).toBeNull()
  }
})

onEachEngine('pages run no scripts, load nothing and cannot be framed', async ({ visitor }) => {
  const hostile = encodeURIComponent(`"'><script>alert(1)</script><img src=x onerror=alert(1)>`)
  const forms = [`//reset_password?token=${hostile}`, `//verify_email?token=${hostile}`]
  for (const page of forms) {
    const reply = await visitor.get(page)
    const policy = header(reply, 'content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('script-src')
    expect(reply.text).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
  }
})

onEachEngine(
  'the API reference runs only the script of this server, asks only this server and cannot be framed',
  async ({ visitor }) => {
    const reply = await visitor.get('//docs')
    const policy = header(reply, 'content-security-policy') ?? ''
    const rules = Object.fromEntries(
      policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
    )
    expect(rules).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'unsafe-inline'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(reply.text.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script src="\/docs\/scalar\.js\?v=[\w-]{22}">$/),
    ])
  },
)

onEachEngine(
  "any origin may call the API, but no page can use the visitor's credentials",
  async (world) => {
    const { headers } = await world.visitor.send('OPTIONS', '/users', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const player = await world.player()
    const by_cookie = await world.visitor.get(`/users/${player.id}`, {
      cookie: `authentication_token=${player.token}; authentication-token=${player.token}`,
      origin: 'https://evil.example',
    })
    expect(by_cookie.status).toBe(401)
  },
)
