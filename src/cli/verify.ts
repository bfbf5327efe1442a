import { verifyLedger } from '../features/economy/credits/rules.ts'
import { say } from './say.ts'
import { withContext } from './with-context.ts'

export const verifyCommand = () =>
  withContext(async (context) => {
    const { users, wrong } = await verifyLedger(context)
    for (const { user_id, game_id, credits, ledger } of wrong) {
      const difference = credits - ledger
      say`✗ User ${user_id} of game ${game_id} has ${credits} credits, but the ledger adds up to ${ledger} (difference ${difference > 0 ? '+' : ''}${difference})`
    }
    say`${users} users checked, ${wrong.length} differ from the ledger`
    if (wrong.length > 0) process.exitCode = 1
  })
