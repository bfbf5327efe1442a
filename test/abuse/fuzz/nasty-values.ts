import type { Random } from '../../support/random.ts'

const nested = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth)

/** Marks of two classes, which normalizing must sort. */
const marks = (count: number) => `a${'\u0315\u0300'.repeat(count / 2)}`

/** Short enough for any of the fields, and common in attacks. */
const SHORT_TEXTS: readonly [string, ...string[]] = [
  '',
  ' ',
  'null',
  'true',
  '[]',
  '{}',
  '-0',
  'NaN',
  'Infinity',
  '0x10',
  '1e400',
  '9'.repeat(400),
  '\0',
  'a\0b',
  '\ud800',
  '\u{1f600}\u202e\ufeff\u200d',
  '\u3164',
  '\uffff',
  marks(60),
  '\ufdfa'.repeat(60),
  'ﬀﬁſ',
  'ＦＵＬＬ',
  '%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a',
  '_%_%_%_%_%_%_%_%_%_%\\',
  '*a*a*a*a*a*a*a*',
  `${'a'.repeat(60)}!`,
  "' or 1=1 --",
  '1; drop table users',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'b1<target@example.com>',
  'a@b@c.example',
  `${'a.'.repeat(100)}@example.com`,
  '2024-02-30T25:61:61Z',
  '+275760-09-13T00:00:01Z',
  '0000-00-00',
  '../../etc/passwd',
  '%zz%00%ff',
]

const NUMBERS: readonly [number, ...number[]] = [
  0,
  -1,
  0.5,
  1e-320,
  255,
  65_536,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
]

/** Long texts that some programs process in more than linear time. */
const LONG_TEXTS = [
  marks(100_000),
  'e\u0301'.repeat(50_000),
  '\ufdfa'.repeat(30_000),
  '\u0f71\u0f72\u0f73'.repeat(30_000),
  '%a'.repeat(30_000),
  `${'a'.repeat(50_000)}!`,
  `${' '.repeat(80_000)}x`,
  '\t\n '.repeat(30_000),
  '9'.repeat(80_000),
  `${'a@'.repeat(40_000)}b`,
  `a@${'b.'.repeat(40_000)}`,
  '<'.repeat(80_000),
  '\\'.repeat(80_000),
  '%'.repeat(80_000),
  `2024-01-01T00:00:00.${'0'.repeat(80_000)}`,
  'x'.repeat(65_536),
]

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Values that are costly to process, as JSON, since some of them cannot be made from an object. */
export const LARGE_VALUES = [
  ...LONG_TEXTS.map((text) => JSON.stringify(text)),
  nested(31, '[', ']'),
  nested(33, '[', ']'),
  nested(50_000, '[', ']'),
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  JSON.stringify(range(60_000)),
  JSON.stringify(range(40_000).map(() => '')),
  JSON.stringify(range(51).map(() => marks(10_000))),
  JSON.stringify(range(50).map(() => marks(8000))),
  JSON.stringify(range(5000).map((key) => ({ key: String(key), value: 'x' }))),
  JSON.stringify(Object.fromEntries(range(20_000).map((key) => [`k${key}`, key]))),
  `1${'0'.repeat(100_000)}`,
  `0.${'3'.repeat(100_000)}`,
  '1e999999',
]

const randomText = (random: Random) =>
  String.fromCodePoint(
    ...Array.from({ length: random.below(20) }, () =>
      random.below(random.chance(0.5) ? 128 : 0x3000),
    ),
  )

/** A small value of any type, as JSON. */
export function smallValue(random: Random): string {
  const kind = random.below(10)
  if (kind < 4) return JSON.stringify(random.pick(SHORT_TEXTS))
  if (kind < 6) return JSON.stringify(randomText(random))
  if (kind < 8) return JSON.stringify(random.pick(NUMBERS))
  return random.pick([
    'null',
    'true',
    'false',
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"a":{"b":[1]}}',
    '-0',
  ])
}
