import { type RefusalCode, refusals } from '../../errors.ts'
import { describeRate, type RateLimitName, rateLimitNames, rateLimits } from '../../rate-limits.ts'
import { COMMON_REFUSALS } from './common-refusals.ts'

/** The errors of many endpoints. */
const SHARED: [code: RefusalCode, where: string][] = [
  ['invalid_input', 'where fields are sent'],
  ['not_signed_in', 'where a token is needed'],
  ['route_closed', 'where a game can close the route'],
  ['unknown_route', 'at an address that does not exist'],
  ...COMMON_REFUSALS.map((code): [RefusalCode, string] => [code, 'everywhere']),
]

const describeError = ([code, where]: [RefusalCode, string]) =>
  `- \`${code}\` (${refusals[code][0]}), ${where}: ${refusals[code][1]}`

const describeLimit = (name: RateLimitName) =>
  `- \`${name}\`: ${rateLimits[name].what}, ${rateLimits[name].count === 0 ? 'unlimited' : describeRate(name)}`

/** What applies to all endpoints, as Markdown. */
export const describeAll = () => `A self-hosted game backend.

Send JSON, form fields or query parameters. Send the player's token in the header \`authentication-token\`: the answer to a sign-up or sign-in contains it. Your own server can call every player route with the headers \`service-key-name\`, \`service-key-token\` and \`current-user-id\` instead. A write with an \`Idempotency-Key\` can be repeated: it is done once, and each repetition gets the same answer.

## Errors

When the server refuses a request, the body is one sentence of plain text, and the header \`x-error-code\` is a code that does not change. With \`Accept: application/problem+json\` the body is a problem in the format of RFC 9457. The header \`Retry-After\` of an answer with 429 or 503 says after how many seconds to try again. For help, quote the header \`x-request-id\`. Each endpoint lists its errors; these are common to many. The text of \`invalid_input\` names the field.

${SHARED.map(describeError).join('\n')}

## Unknown fields

A field that an endpoint does not know is ignored. The header \`x-unknown-fields\` of the answer lists such fields, so look for it while you develop: a misspelled field shows there.

## Rate limits

So much is possible at once, and it is refilled evenly. Beyond it the answer is 429 with the code \`too_many_requests\` and the headers \`Retry-After\`, \`RateLimit\` and \`RateLimit-Policy\`, which name the limit. Requests of one player that come faster than \`player_pace\` wait before they are refused. Service keys have no limits. Who runs the server may have changed these defaults:

${rateLimitNames.map(describeLimit).join('\n')}
`
