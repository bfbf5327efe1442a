import { type RefusalCode, refusals } from '../../errors.ts'
import { describeRate, type RateLimitName, rateLimitNames, rateLimits } from '../../rate-limits.ts'
import { escape, prose } from '../html.ts'
import { COMMON_REFUSALS } from './common-refusals.ts'

/** The errors of many endpoints, which are not repeated for each of them. */
const SHARED: [code: RefusalCode, where: string][] = [
  ['invalid_input', 'where fields are sent; the sentence names the field'],
  ['not_signed_in', 'where a token is needed'],
  ['route_closed', 'where a game can close the route'],
  ['unknown_route', 'at an address that does not exist'],
  ...COMMON_REFUSALS.map((code): [RefusalCode, string] => [code, 'everywhere']),
]

export const errorRow = (code: RefusalCode, status: number, ...more: string[]) =>
  `<tr><td>${status}</td><td><code>${code}</code></td><td>${prose(refusals[code][1])}</td>${more.map((text) => `<td>${prose(text)}</td>`).join('')}</tr>`

const errors = () =>
  SHARED.map(([code, where]) => errorRow(code, refusals[code][0], where)).join('')

const limitRow = (name: RateLimitName) =>
  `<tr><td><code>${name}</code></td><td>${escape(`${rateLimits[name].what}: ${rateLimits[name].count === 0 ? 'unlimited' : describeRate(name)}`)}</td></tr>`

/** What applies to all endpoints. */
export const guide = () => `
<p>Send JSON, form fields or query parameters. Send the player's token in the header <code>authentication-token</code>. Your own server can call every player route with the headers <code>service-key-name</code>, <code>service-key-token</code> and <code>current-user-id</code> instead. A write with an <code>Idempotency-Key</code> can be repeated: it is done once, and each repetition gets the same answer.</p>
<h2 id="errors">Errors</h2>
<p>When the server refuses a request, the body is one sentence of plain text, and the header <code>x-error-code</code> is a code that does not change. The header <code>Retry-After</code> of an answer with 429 or 503 says after how many seconds to try again. For help, quote the header <code>x-request-id</code>. Each endpoint below lists its own errors; these are common to many:</p>
<table><tr><th>Error</th><th>Code</th><th>Text</th><th>Where</th></tr>${errors()}</table>
<h2 id="fields">Unknown fields</h2>
<p>A field that an endpoint does not know is ignored. The header <code>x-unknown-fields</code> of the answer lists such fields, so look for it while you develop: a misspelled field shows there.</p>
<h2 id="limits">Rate limits</h2>
<p>So much is possible at once, and it is refilled evenly. Beyond it the answer is 429 with the code <code>too_many_requests</code> and the headers <code>Retry-After</code>, <code>RateLimit</code> and <code>RateLimit-Policy</code>, which name the limit. Requests of one player that come faster than <code>player_pace</code> wait before they are refused. Service keys have no limits. Who runs the server may have changed these defaults:</p>
<table><tr><th>Limit</th><th>At most</th></tr>${rateLimitNames.map(limitRow).join('')}</table>`
