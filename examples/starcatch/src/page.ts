import { PlaykeepError } from '@playkeep/client'

/** The element of index.html with this id. */
export function byId<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`There is no ${type.name} #${id}.`)
}

export const setText = (id: string, text: string | number) => {
  byId(id, HTMLElement).textContent = String(text)
}

type Child = Node | string

/** Texts of players become text, never HTML. */
export function make(tag: string, class_name = '', ...children: Child[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = class_name
  element.append(...children)
  return element
}

export function makeButton(text: string, class_name: string, work: () => Promise<unknown>) {
  const button = make('button', class_name, text)
  onClick(button, work)
  return button
}

export const showList = (id: string, rows: Node[], when_empty = '') => {
  const list = byId(id, HTMLElement)
  list.replaceChildren(...rows)
  if (rows.length === 0 && when_empty) list.append(make('li', 'empty', when_empty))
}

/** Nobody is signed in: what was shown is not for the next one. */
export const clearLists = () => {
  for (const list of document.querySelectorAll('.list')) list.replaceChildren()
}

export function toast(text: string, kind: 'good' | 'bad' = 'good'): void {
  const element = make('p', `toast ${kind}`, text)
  byId('toasts', HTMLElement).append(element)
  setTimeout(() => element.remove(), 5000)
}

/** Nothing fails silently: the message of a PlaykeepError is a sentence for players. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    showError(error)
  }
}

export function showError(error: unknown): void {
  if (error instanceof PlaykeepError) return toast(error.message, 'bad')
  console.error(error)
  toast('Something went wrong in the game. The console of the browser says what.', 'bad')
}

/** The button waits for the work, so that two clicks do it once. */
export function onClick(button: HTMLElement, work: () => Promise<unknown>): void {
  const run = async () => {
    button.toggleAttribute('disabled', true)
    await attempt(work)
    button.toggleAttribute('disabled', false)
  }
  button.addEventListener('click', () => void run())
}

export type Fields = Record<string, string>

/** Gives what was typed in, by the names of the fields. */
export function onSubmit(id: string, work: (fields: Fields) => Promise<unknown>): void {
  const form = byId(id, HTMLFormElement)
  const run = async () => {
    const inputs = [...form.querySelectorAll('input')]
    await work(Object.fromEntries(inputs.map(({ name, value }) => [name, value])))
    form.reset()
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(run)
  })
}

/** What the stage shows on top of the sky. */
export type Screen = 'home' | 'lobby' | 'countdown' | 'playing' | 'result'

export const showScreen = (screen: Screen) => {
  document.body.dataset['screen'] = screen
}

/** In a wide window, the stage is always there. */
const isWide = () => matchMedia('(min-width: 900px)').matches

export function showTab(tab: string): void {
  if (tab === 'play' && isWide()) return
  document.body.dataset['tab'] = tab
  for (const button of document.querySelectorAll<HTMLElement>('[data-opens]'))
    button.setAttribute('aria-current', String(button.dataset['opens'] === tab))
}

export function startTabs(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-opens]'))
    button.addEventListener('click', () => showTab(button.dataset['opens'] ?? 'play'))
  showTab(isWide() ? 'best' : 'play')
}
