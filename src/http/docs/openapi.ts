import { issues_url } from '../../services/version.ts'
import { AnswerBook, headerComponents, Problem } from './answers.ts'
import { describeAll } from './description.ts'
import type { Endpoint } from './endpoint.ts'
import { OperationBook, parameterComponents } from './operations.ts'
import { SchemaBook } from './schemas.ts'
import { describeSection } from './sections.ts'
import { describeWebhook, type Webhook, WEBHOOK_SECTION, webhookParameters } from './webhooks.ts'

const header = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

/** The OpenAPI 3.1 document, from the same schemas that check every request and filter every answer. */
export function describeApi({
  endpoints,
  webhooks,
  version,
}: {
  endpoints: Endpoint[]
  webhooks: Webhook[]
  version: string
}) {
  const schemas = new SchemaBook()
  const answers = new AnswerBook(schemas)
  const operations = new OperationBook(endpoints, schemas, answers)
  const by_url = Map.groupBy(endpoints, ({ url }) => url.replaceAll(/:(\w+)/g, '{$1}'))
  const tags = new Set(endpoints.map(({ feature }) => feature))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Playkeep',
      version,
      contact: { name: 'Playkeep', url: issues_url },
      license: { name: 'MIT', identifier: 'MIT' },
      description: describeAll(),
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...tags, WEBHOOK_SECTION].map((name) => ({ name, description: describeSection(name) })),
    paths: Object.fromEntries(
      [...by_url].map(([url, list]) => [
        url,
        Object.fromEntries(
          list.map((endpoint) => [endpoint.method.toLowerCase(), operations.operationOf(endpoint)]),
        ),
      ]),
    ),
    webhooks: Object.fromEntries(webhooks.map((one) => [one.name, describeWebhook(one, schemas)])),
    components: {
      schemas: { ...schemas.named, Problem },
      headers: headerComponents,
      parameters: { ...parameterComponents, ...webhookParameters },
      responses: answers.shared,
      securitySchemes: {
        token: header(
          'authentication-token',
          'The `authentication_token` from the answer to a sign-up or sign-in',
        ),
        service_key_name: header('service-key-name', 'The name of a service key'),
        service_key_token: header('service-key-token', 'The token of that service key'),
        api_token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token of staff, from the dashboard',
        },
        current_user_id: header('current-user-id', 'The user for whom the service key acts'),
      },
    },
  }
}
