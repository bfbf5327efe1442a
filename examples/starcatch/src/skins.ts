/** How a boat looks. */
export interface Skin {
  hull: string
  sail: string
  /** Around the boat, and of the sparks behind it. */
  glow: string
}

export const PAPER = 'Paper'

const LOOK_OF_PAPER: Skin = { hull: '#e8ecff', sail: '#ffffff', glow: '#9db2ff' }

const SKINS: Record<string, Skin> = {
  [PAPER]: LOOK_OF_PAPER,
  Ember: { hull: '#8f2f2a', sail: '#ff9b54', glow: '#ff7a3d' },
  Aurora: { hull: '#123f52', sail: '#5ee6c5', glow: '#5ee6c5' },
  Midas: { hull: '#a9741a', sail: '#ffd166', glow: '#ffe29a' },
}

/** A newer item of the store, of which this page knows no look, is of paper. */
export const skinOf = (name: string): Skin => SKINS[name] ?? LOOK_OF_PAPER
