import { useQuery } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** The parts of a JSON schema that the dashboard shows. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: (string | number | null)[]
  description?: string
  format?: string
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  maxLength?: number
  examples?: unknown[]
}

interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}

export interface ApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: boolean
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> }
}

export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>
  webhooks: Record<string, { post?: { summary?: string } }>
  components: { schemas: Record<string, JsonSchema> }
}

/** The description of the whole API of this server. */
export const useApiDocument = () =>
  useQuery({
    queryKey: ['openapi.json'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<ApiDocument> => {
      const response = await fetch('/openapi.json', { signal })
      if (!response.ok)
        throw new ApiError('The description of the API could not be loaded.', {
          status: response.status,
          code: '',
        })
      return response.json()
    },
  })

/** A named schema is described elsewhere in the document. */
export function resolve({ components }: ApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : { ...components.schemas[name], ...schema }
}
