export const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** What a reader sees of a piece of HTML. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<\/?(span|code|strong|em|a)\b[^>]*>/g, '')
    .replaceAll(/<!--[^]*?-->|<[^>]+>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
