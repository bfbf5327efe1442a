import type { RatedGameType } from '../../api/contract.ts'

/** An empty input is an empty text. */
type Entered = number | ''

export interface RatingFields {
  game_type: string
  min_scores: Entered
  mu: Entered
  sigma: Entered
  beta: Entered
  tau: Entered
}

export type RatingNumber = Exclude<keyof RatingFields, 'game_type'>

/** Without them, the server has these of its own. */
export const DEFAULTS: Record<RatingNumber, number> = {
  min_scores: 2,
  mu: 25,
  sigma: 8.333,
  beta: 4.167,
  tau: 0.083,
}

const DECIMALS = 3

const shorten = (value: number) => Number(value.toFixed(DECIMALS))

export function toFields(rated: RatedGameType | null): RatingFields {
  const { game_type = '', ...numbers } = rated ?? {}
  const { min_scores, mu, sigma, beta, tau } = { ...DEFAULTS, ...numbers }
  return {
    game_type,
    min_scores,
    mu: shorten(mu),
    sigma: shorten(sigma),
    beta: shorten(beta),
    tau: shorten(tau),
  }
}

/** Only what was changed: what is shown has fewer decimals than what is stored. */
export function toChanges(fields: RatingFields, before: RatingFields) {
  const changes: Partial<Record<RatingNumber, number>> = {}
  for (const name of ['min_scores', 'mu', 'sigma', 'beta', 'tau'] as const) {
    const value = fields[name]
    if (value !== '' && value !== before[name]) changes[name] = value
  }
  return changes
}
