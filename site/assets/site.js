// What the pages do besides being read: menu, colours, tabs, copying, search. Every page can be read without it.

/** @param {string} id */
const byId = (id) => document.getElementById(id)

/** @param {string} key */
function remembered(key) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is switched off: the choice holds for this page.
  }
}

const menu = byId('menu')
const sidebar = byId('sidebar')
menu?.addEventListener('click', () => {
  const is_open = sidebar?.classList.toggle('open') ?? false
  menu.setAttribute('aria-expanded', String(is_open))
})
const current = sidebar?.querySelector('[aria-current]')
if (sidebar && current instanceof HTMLElement) {
  const below = current.getBoundingClientRect().bottom - sidebar.getBoundingClientRect().bottom
  if (below > 0) sidebar.scrollTop = below + sidebar.clientHeight / 2
}

byId('theme')?.addEventListener('click', () => {
  const root = document.documentElement
  const is_dark = root.dataset['theme']
    ? root.dataset['theme'] === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset['theme'] = is_dark ? 'light' : 'dark'
  remember('playkeep-theme', root.dataset['theme'])
})

// Tabs: the choice of one counts for all.

const TAB = 'playkeep-tab'
const groups = [...document.querySelectorAll('.tabs')].map((group, index) => {
  const list = document.createElement('div')
  list.className = 'tablist'
  list.setAttribute('role', 'tablist')
  const tabs = [...group.querySelectorAll('section')].map((panel, place) => {
    const button = document.createElement('button')
    const name = panel.dataset['tab'] ?? ''
    button.type = 'button'
    button.textContent = name
    button.id = `tab-${index}-${place}`
    button.setAttribute('role', 'tab')
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', button.id)
    list.append(button)
    return { name, button, panel }
  })
  group.prepend(list)
  return tabs
})

/** @param {string | null} name */
function showTab(name) {
  for (const tabs of groups) {
    const chosen = tabs.find((tab) => tab.name === name) ?? tabs[0]
    for (const { button, panel } of tabs) {
      const is_chosen = panel === chosen?.panel
      button.setAttribute('aria-selected', String(is_chosen))
      button.tabIndex = is_chosen ? 0 : -1
      panel.hidden = !is_chosen
    }
  }
}

for (const tabs of groups) {
  for (const [place, { name, button }] of tabs.entries()) {
    button.addEventListener('click', () => {
      // The tabs above this one change their height too: keep it where it is.
      const before = button.getBoundingClientRect().top
      showTab(name)
      remember(TAB, name)
      scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
    })
    button.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
      const next = step && tabs.at((place + step) % tabs.length)
      if (!next) return
      next.button.click()
      next.button.focus()
    })
  }
}
showTab(remembered(TAB))

for (const block of document.querySelectorAll('pre')) {
  const frame = document.createElement('div')
  frame.className = 'code'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  const copy = async () => {
    await navigator.clipboard.writeText(block.textContent ?? '')
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  }
  button.addEventListener('click', () => void copy())
  block.replaceWith(frame)
  frame.append(block, button)
}

// A page that was opened at a heading has moved since.
if (location.hash) byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()

// Search: every word must occur; words in headings count more than words in the text.

/** @typedef {[address: string, title: string, heading: string, text: string]} Entry */

const MAX_RESULTS = 20
const dialog = byId('search')
const input = dialog?.querySelector('input')
const results = byId('search-results')
const state = byId('search-state')
/** @type {Promise<Entry[]> | undefined} */
let index

function loadIndex() {
  index ??= fetch('/guide/search.json').then((answer) => answer.json())
  return index
}

/** @param {string[]} words @param {Entry} entry */
function score(words, [, title, heading, text]) {
  const [in_title, in_heading, in_text] = [title, heading, text].map((part) => part.toLowerCase())
  let sum = 0
  for (const word of words) {
    const points =
      (in_heading?.includes(word) ? 8 : 0) +
      (in_title?.includes(word) ? 4 : 0) +
      Math.min((in_text?.split(word).length ?? 1) - 1, 4)
    if (points === 0) return 0
    sum += points
  }
  return sum
}

/** @param {string} text @param {string[]} words @returns {(Node | string)[]} */
function marked(text, words) {
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)).join('|')})`,
    'giu',
  )
  return text.split(pattern).map((part, place) => {
    if (place % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}

/** The part of a text around the first word that was searched. @param {string} text @param {string[]} words */
function excerpt(text, words) {
  const lower = text.toLowerCase()
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0))
  const start = Number.isFinite(first) ? Math.max(0, first - 50) : 0
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 170)}${text.length > start + 170 ? ' …' : ''}`
}

/** @param {Entry} entry @param {string[]} words */
function resultItem([address, title, heading, text], words) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = address
  const name = document.createElement('strong')
  name.append(...marked(title === heading ? title : `${title} › ${heading}`, words))
  const line = document.createElement('span')
  line.append(...marked(excerpt(text, words), words))
  link.append(name, line)
  link.addEventListener('click', closeSearch)
  item.append(link)
  return item
}

async function search() {
  if (!input || !results || !state) return
  const asked = input.value
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  /** @type {Entry[]} */
  let entries = []
  try {
    entries = await loadIndex()
  } catch {
    index = undefined
    state.textContent = 'The search index could not be loaded.'
    return
  }
  if (input.value !== asked) return
  const found = entries
    .map((entry) => ({ entry, points: words.length > 0 ? score(words, entry) : 0 }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  results.replaceChildren(
    ...found.slice(0, MAX_RESULTS).map(({ entry }) => resultItem(entry, words)),
  )
  results.querySelector('a')?.classList.add('chosen')
  state.textContent = words.length > 0 && found.length === 0 ? `Nothing found for “${asked}”.` : ''
}

function openSearch() {
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return
  dialog.showModal()
  input?.select()
  void search()
}

function closeSearch() {
  if (dialog instanceof HTMLDialogElement) dialog.close()
}

/** @param {number} step */
function choose(step) {
  const links = [...(results?.querySelectorAll('a') ?? [])]
  const place = links.findIndex((link) => link.classList.contains('chosen'))
  const next = links[Math.min(Math.max(place + step, 0), links.length - 1)]
  links[place]?.classList.remove('chosen')
  next?.classList.add('chosen')
  next?.scrollIntoView({ block: 'nearest' })
}

byId('search-open')?.addEventListener('click', openSearch)
input?.addEventListener('input', () => void search())
input?.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) choose(step)
  else if (event.key === 'Enter' && results?.querySelector('a.chosen') instanceof HTMLElement)
    results.querySelector('a.chosen')?.dispatchEvent(new MouseEvent('click', { cancelable: true }))
  else return
  event.preventDefault()
})
dialog?.addEventListener('click', ({ target }) => {
  if (target === dialog) closeSearch()
})
addEventListener('keydown', (event) => {
  const is_typing = event.target instanceof HTMLElement && event.target.matches('input, textarea')
  const is_shortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
  if (!is_shortcut && (event.key !== '/' || is_typing)) return
  event.preventDefault()
  openSearch()
})
