import { game } from './client.ts'
import { byId, type Fields, onClick, onSubmit, setText, toast } from './page.ts'

const WORDS = ['swift', 'calm', 'bold', 'merry', 'quiet', 'bright', 'lucky', 'brave']
const ANIMALS = ['otter', 'heron', 'seal', 'gull', 'whale', 'crab', 'tern', 'puffin']

const pick = (words: string[]) => words[Math.floor(Math.random() * words.length)]

/** The name that a guest gets from the server is made of random letters. Ours can be told to a friend. */
export async function nameGuest(): Promise<void> {
  if (!game.player?.username.startsWith('guest-')) return
  const number = Math.floor(Math.random() * 900) + 100
  await game.account.change({ username: `${pick(WORDS)}-${pick(ANIMALS)}-${number}` })
}

/** A guest has no address. */
export function showAccount(): void {
  const { player } = game
  const is_guest = player?.display_email === ''
  setText('player-name', player?.username ?? 'Sign in')
  setText('account-name', player?.username ?? 'Nobody')
  setText(
    'account-kind',
    !player ? 'is signed in here.' : is_guest ? 'You play as a guest.' : player.display_email,
  )
  byId('upgrade', HTMLElement).hidden = !is_guest
  byId('sign-in', HTMLElement).hidden = player !== undefined && !is_guest
  byId('sign-out', HTMLElement).hidden = player === undefined || is_guest
}

const credentials = (fields: Fields) => ({
  email: fields['email'] ?? '',
  password: fields['password'] ?? '',
})

export function startAccount(): void {
  // The same player, with all rounds, stars, friends and skins.
  onSubmit('upgrade', async (fields) => {
    await game.account.upgrade({ username: fields['username'] ?? '', ...credentials(fields) })
    showAccount()
    toast('All yours, for good. You can sign in on other devices now.')
  })
  onSubmit('sign-in', async (fields) => {
    const { username } = await game.signIn(credentials(fields))
    toast(`Welcome back, ${username}.`)
  })
  onClick(byId('sign-out', HTMLElement), () => game.signOut())
}
