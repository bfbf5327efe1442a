/** What a check of `doctor` has found. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem'
  text: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const problem = (text: string): Finding => ({ state: 'problem', text })
