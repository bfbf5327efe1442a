/** What the API refuses where it expects a whole number within ±9,007,199,254,740,991. */
export const NOT_SAFE_INTEGERS = [
  undefined,
  null,
  'many',
  '',
  1.5,
  '1.5',
  true,
  [],
  {},
  2 ** 53,
  -(2 ** 53),
  1e300,
  '9007199254740992',
]
