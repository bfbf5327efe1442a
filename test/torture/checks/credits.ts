import { compare, type Comparison, type Problem, Tally, violation } from '../comparison.ts'

const selectLedger = (game_id: number) => `
  select ledger.user_id, ledger.change, ledger.balance_after, ledger.reason,
         coalesce(ledger.reference, '') as reference
    from credit_ledger as ledger join users on users.id = ledger.user_id
   where users.game_id = ${game_id} order by ledger.id`

const rowName = (user: number, change: number, reason: string, reference: string) =>
  `ledger of user ${user}: ${reason} ${reference} ${change}`

interface Possessions {
  credits: number
  game_user_store_items: { id: number }[]
}

interface Account {
  balance: number
  /** For each item, how often it was bought minus how often it was revoked. */
  items: Map<string, number>
}

/** Adds up the rows, and checks that every balance is the balance before it plus the change. */
async function addUpLedger({ history, reader }: Comparison, tally: Tally) {
  const accounts = new Map<number, Account>()
  const problems: Problem[] = []
  for (const row of await reader.rows(selectLedger(history.fixture.game_id))) {
    const [user, change, after] = [row.user_id, row.change, row.balance_after].map(Number)
    if (user === undefined || change === undefined || after === undefined) continue
    const account = accounts.get(user) ?? { balance: 0, items: new Map<string, number>() }
    accounts.set(user, account)
    account.balance += change
    if (after !== account.balance || after < 0) {
      const sum = account.balance
      problems.push(violation(`user ${user}: ledger balance ${after}, changes add up to ${sum}`))
    }
    const item = String(row.reference)
    const step = row.reason === 'purchase' ? 1 : -1
    if (item) account.items.set(item, (account.items.get(item) ?? 0) + step)
    tally.find(rowName(user, change, String(row.reason), item))
  }
  return { accounts, problems }
}

function expectRows(comparison: Comparison, tally: Tally): void {
  const costs = new Map(comparison.history.fixture.items.map(({ id, cost }) => [id, cost]))
  for (const result of comparison.results('earn')) {
    const row = rowName(result.player, result.action.credits, 'added', '')
    tally.expect(row, comparison.isCertain(result))
  }
  for (const result of comparison.results('buy', 'revoke')) {
    const cost = costs.get(result.action.item) ?? 0
    const [change, reason] = result.action.kind === 'buy' ? [-cost, 'purchase'] : [cost, 'refund']
    const row = rowName(result.player, change, reason, `store_item:${result.action.item}`)
    tally.expect(row, comparison.isCertain(result))
  }
}

/** Credits are the sum of the ledger, which has a row for each acknowledged change, and players own what they paid for. */
export async function checkCredits(comparison: Comparison): Promise<Problem[]> {
  const { history, reader } = comparison
  const tally = new Tally()
  expectRows(comparison, tally)
  const { accounts, problems } = await addUpLedger(comparison, tally)
  const purchases = Map.groupBy(
    comparison.results('buy', 'revoke'),
    ({ player, action }) => `${player} ${action.item}`,
  )

  for (const { id, token } of history.fixture.players) {
    const owned = await reader.get<Possessions>(`/users/${id}/game_user_store_items`, token)
    const account = accounts.get(id) ?? { balance: 0, items: new Map<string, number>() }
    if (owned.credits !== account.balance) {
      problems.push(
        violation(`user ${id}: ${owned.credits} credits, the ledger adds up to ${account.balance}`),
      )
    }
    for (const item of history.fixture.items) {
      const found = owned.game_user_store_items.filter((one) => one.id === item.id).length
      const name = `item ${item.id} of user ${id}`
      if (found !== (account.items.get(`store_item:${item.id}`) ?? 0)) {
        problems.push(violation(`${name}: owned ${found} times, which differs from the ledger`))
      }
      const last = comparison.lastOf(purchases.get(`${id} ${item.id}`) ?? [])
      const allowed = last.map((result) => result?.action.kind === 'buy')
      problems.push(...compare(name, found > 0, allowed))
    }
  }
  return [...problems, ...tally.problems()]
}
