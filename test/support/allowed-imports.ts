/** What a schema may import, besides the schemas of lower features. */
export const FOR_SCHEMAS = new Set([
  'src/access/permissions.ts',
  'src/access/staff.ts',
  'src/http/shapes.ts',
  'src/http/typed-schema.ts',
  'src/limits.ts',
])

/** What a route may import, besides HTTP and its own rules and schema. */
export const FOR_ROUTES = new Set([
  'src/access/callers.ts',
  'src/access/staff.ts',
  'src/access/route-names.ts',
  'src/errors.ts',
])
