import type { RankingOfEvent } from '@playkeep/client'
import { isMe } from './client.ts'
import { make } from './page.ts'

function makeRow(id: number): HTMLElement {
  const row = make('li', '', make('b', 'place'), make('span', 'name'), make('span', 'points'))
  row.dataset['round'] = String(id)
  return row
}

/** Rows stay the same elements, so that they glide to their new place (style.css). */
function showIn(list: HTMLElement, rankings: RankingOfEvent[]): void {
  const rows = new Map([...list.children].map((row) => [row.getAttribute('data-round'), row]))
  for (const [index, { id, place, score = 0, user }] of rankings.entries()) {
    const row = rows.get(String(id)) ?? list.appendChild(makeRow(id))
    rows.delete(String(id))
    row.classList.toggle('me', isMe(user.id))
    row.setAttribute('style', `--index: ${index}`)
    const texts = [`${place ?? '–'}`, user.username, `${score}`]
    for (const [part, text] of texts.entries()) {
      const cell = row.children[part]
      if (cell) cell.textContent = text
    }
  }
  for (const row of rows.values()) row.remove()
  list.setAttribute('style', `--rows: ${rankings.length}`)
}

/** In all places of the page that show it: before, during and after the match. */
export function showRanking(rankings: RankingOfEvent[]): void {
  for (const list of document.querySelectorAll<HTMLElement>('.ranking')) showIn(list, rankings)
}
