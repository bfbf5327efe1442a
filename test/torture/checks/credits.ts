import { broken, compare, type Evidence, type Problem, Tally } from '../comparison.ts'

const LEDGER = (game_id: number) => `
  select ledger.user_id, ledger.change, ledger.balance_after, ledger.reason,
         coalesce(ledger.reference, '') as reference
    from credit_ledger as ledger join users on users.id = ledger.user_id
   where users.game_id = ${game_id} order by ledger.id`

const rowName = (user: number, change: number, reason: string, reference: string) =>
  `ledger of user ${user}: ${reason} ${reference} ${change}`

interface Owned {
  credits: number
  game_user_store_items: { id: number }[]
}

interface Account {
  balance: number
  /** For each item, how often it was bought minus how often it was revoked. */
  items: Map<string, number>
}

/** Checks that every balance is the balance before it plus the change. */
async function walkLedger({ history, reader }: Evidence, tally: Tally) {
  const accounts = new Map<number, Account>()
  const problems: Problem[] = []
  for (const row of await reader.rows(LEDGER(history.cast.game_id))) {
    const [user, change, after] = [row.user_id, row.change, row.balance_after].map(Number)
    if (user === undefined || change === undefined || after === undefined) continue
    const account = accounts.get(user) ?? { balance: 0, items: new Map<string, number>() }
    accounts.set(user, account)
    account.balance += change
    if (after !== account.balance || after < 0) {
      problems.push(broken(`user ${user}: ledger says ${after} after ${account.balance}`))
    }
    const item = String(row.reference)
    const step = row.reason === 'purchase' ? 1 : -1
    if (item) account.items.set(item, (account.items.get(item) ?? 0) + step)
    tally.find(rowName(user, change, String(row.reason), item))
  }
  return { accounts, problems }
}

function expectRows(evidence: Evidence, tally: Tally): void {
  const costs = new Map(evidence.history.cast.items.map(({ id, cost }) => [id, cost]))
  for (const act of evidence.acts('earn')) {
    const row = rowName(act.player, act.deed.credits, 'added', '')
    tally.expect(row, evidence.isCertain(act))
  }
  for (const act of evidence.acts('buy', 'revoke')) {
    const cost = costs.get(act.deed.item) ?? 0
    const [change, reason] = act.deed.kind === 'buy' ? [-cost, 'purchase'] : [cost, 'refund']
    const row = rowName(act.player, change, reason, `store_item:${act.deed.item}`)
    tally.expect(row, evidence.isCertain(act))
  }
}

/** Credits are the sum of the ledger, which has a row for each acknowledged change, and players own what they paid for. */
export async function checkCredits(evidence: Evidence): Promise<Problem[]> {
  const { history, reader } = evidence
  const tally = new Tally()
  expectRows(evidence, tally)
  const { accounts, problems } = await walkLedger(evidence, tally)
  const toggles = Map.groupBy(
    evidence.acts('buy', 'revoke'),
    ({ player, deed }) => `${player} ${deed.item}`,
  )

  for (const { id, token } of history.cast.players) {
    const owned = await reader.get<Owned>(`/users/${id}/game_user_store_items`, token)
    const account = accounts.get(id) ?? { balance: 0, items: new Map<string, number>() }
    if (owned.credits !== account.balance) {
      problems.push(broken(`user ${id}: ${owned.credits} credits, ledger ${account.balance}`))
    }
    for (const item of history.cast.items) {
      const found = owned.game_user_store_items.filter((one) => one.id === item.id).length
      const name = `item ${item.id} of user ${id}`
      if (found !== (account.items.get(`store_item:${item.id}`) ?? 0)) {
        problems.push(broken(`${name}: owned ${found} times, the ledger says otherwise`))
      }
      const last = evidence.lastOf(toggles.get(`${id} ${item.id}`) ?? [])
      const allowed = last.map((act) => act?.deed.kind === 'buy')
      problems.push(...compare(name, found > 0, allowed))
    }
  }
  return [...problems, ...tally.problems()]
}
