// The table of contents: what there is, and when it is loaded.
import { loadBest, startBest } from './best.ts'
import { game } from './client.ts'
import { loadFriends, startFriends } from './friends.ts'
import { startGame } from './game.ts'
import { loadGuild, startGuild } from './guild.ts'
import { nameGuest, showAccount, startAccount } from './account.ts'
import { enterFromAddress, leaveMatch, startMatches } from './match.ts'
import { startNetwork } from './network.ts'
import { attempt, clearLists, showError, startTabs } from './page.ts'
import { startSound } from './sound.ts'
import { startStage } from './stage.ts'
import { startSteering } from './steering.ts'
import { loadSkin, loadStore, showCredits, startStore } from './store.ts'

async function loadAll(): Promise<void> {
  showAccount()
  showCredits(game.player?.credits ?? 0)
  if (!game.player) return clearLists()
  await loadSkin()
  await Promise.all([loadBest(), loadStore(), loadFriends(), loadGuild()])
}

window.addEventListener('unhandledrejection', ({ reason }) => showError(reason))

startTabs()
startSound()
startSteering()
startStage()
startNetwork()
startBest()
startStore()
startFriends()
startGuild()
startAccount()
startMatches()

startGame()

/** No form: who comes for the first time plays at once. */
async function begin(): Promise<void> {
  await game.playAsGuest()
  await nameGuest()
  await loadAll()
}

// Events tell what changes. After a long absence they cannot, then everything is loaded again.
game.events.onReload(() => void attempt(loadAll))
window.addEventListener('online', () => void attempt(begin))

await attempt(begin)
game.onPlayer(() => {
  leaveMatch()
  void attempt(loadAll)
})
await attempt(enterFromAddress)
