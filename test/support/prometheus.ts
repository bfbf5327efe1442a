const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|NaN|[+-]Inf)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y
const SUFFIXES: Record<string, RegExp> = { histogram: /_(?:bucket|sum|count)$/ }

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Family {
  type: string
  samples: Sample[]
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < text.length) {
    const at = LABEL.lastIndex
    const [, name, value] = LABEL.exec(text) ?? []
    if (name === undefined || value === undefined || name in labels)
      throw new Error(`wrong labels at ${at}: ${text}`)
    labels[name] = value
  }
  return labels
}

/** Reads Prometheus text strictly: every sample belongs to a family with a help and a type, and comes once. */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the text does not end with a line break')
  const families = new Map<string, Family>()
  const helps = new Set<string>()
  const seen = new Set<string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, keyword, of = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') helps.add(of)
    else if (keyword === 'TYPE') {
      if (families.has(of) || !helps.has(of)) throw new Error(`a misplaced type: ${line}`)
      if (rest === 'gauge' && of.endsWith('_total')) throw new Error(`not a counter: ${of}`)
      families.set(of, { type: rest, samples: [] })
    } else {
      const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
      const [last, family] = [...families].at(-1) ?? []
      const belongs =
        name === last || name.replace(SUFFIXES[family?.type ?? ''] ?? /$^/, '') === last
      const parsed = parseLabels(labels)
      const key = name + JSON.stringify(Object.entries(parsed).map(String).toSorted())
      if (!family || !belongs || seen.has(key)) throw new Error(`a misplaced sample: ${line}`)
      seen.add(key)
      family.samples.push({ name, labels: parsed, value: Number(value.replace('Inf', 'Infinity')) })
    }
  }
  return families
}
