import { lockPlayerRow } from '../../features/economy/credits/rules.ts'
import { listOnSale, ownsItem, showPurchases } from '../../features/economy/store/rules.ts'
import {
  adjustCredits,
  adjustScore,
  grantItem,
  removeAttribute,
  revokeItem,
  setAttribute,
} from '../../features/players/player-support/rules.ts'
import { findPlayerOfGame } from '../../features/players/sessions/rules.ts'
import { findAttribute } from '../../features/players/user-attributes/rules.ts'
import { limits } from '../../limits.ts'
import type { GameTransaction, Player } from '../game.ts'
import type { Scope } from '../scope.ts'
import { readId, readPlayer, readText, readWhole } from './arguments.ts'
import { WrongArgument } from '../wrong-argument.ts'

/** For rules that name a player by the game and the id. */
export const inGame = ({ game_id }: Scope, player: Player) => ({
  game_id,
  user_id: readPlayer(player),
})

const readReason = (reason: string) =>
  readText('reason', reason, limits.staff_reason_characters.value)

export const creditsOf = (scope: Scope): GameTransaction['credits'] => ({
  add: (player, amount, reason) =>
    scope.run(async () => {
      const input = { add: readWhole('amount', amount), reason: readReason(reason) }
      return (await adjustCredits(scope.context, inGame(scope, player), input)).credits
    }),
  take: (player, amount, reason) =>
    scope.run(async () => {
      const taken = readWhole('amount', amount)
      if (taken < 0) throw new WrongArgument('amount must not be below 0.')
      const input = { add: -taken, reason: readReason(reason) }
      const of = inGame(scope, player)
      const { id } = await findPlayerOfGame(scope.tx, of)
      if ((await lockPlayerRow(scope.tx, id)) < taken) return false
      await adjustCredits(scope.context, of, input)
      return true
    }),
})

const SCORE_REASON = 'game code'

export const scoresOf = (scope: Scope): GameTransaction['scores'] => ({
  add: (player, amount) =>
    scope.run(async () => {
      const input = { add: readWhole('amount', amount), reason: SCORE_REASON }
      return (await adjustScore(scope.context, inGame(scope, player), input)).score
    }),
  set: (player, score) =>
    scope.run(async () => {
      const input = { set: readWhole('score', score), reason: SCORE_REASON }
      return (await adjustScore(scope.context, inGame(scope, player), input)).score
    }),
})

export const itemsOf = (scope: Scope): GameTransaction['items'] => {
  const { tx, context, game_id } = scope
  const owns = (player: Player, item: { id: number }) =>
    ownsItem(tx, { user_id: readPlayer(player), store_item_id: readId('item', item) })
  return {
    list: (player) =>
      scope.run(async () => {
        const owner = await findPlayerOfGame(tx, inGame(scope, player))
        return (await showPurchases(context, owner, owner.id)).game_user_store_items
      }),
    has: (player, item) => scope.run(() => owns(player, item)),
    grant: (player, item) =>
      scope.run(async () => {
        await findPlayerOfGame(tx, inGame(scope, player))
        if (await owns(player, item)) return false
        await grantItem(context, inGame(scope, player), { store_item_id: item.id })
        return true
      }),
    revoke: (player, item) =>
      scope.run(async () => {
        await findPlayerOfGame(tx, inGame(scope, player))
        if (!(await owns(player, item))) return false
        const revoked = { store_item_id: item.id, refund: false }
        await revokeItem(context, inGame(scope, player), revoked)
        return true
      }),
    onSale: () => scope.run(() => listOnSale(tx, game_id)),
  }
}

const readKey = (key: string) => readText('key', key, limits.attribute_key_characters.value)

export const attributesOf = (scope: Scope): GameTransaction['attributes'] => {
  const { tx, context } = scope
  return {
    get: (player, key) =>
      scope.run(async () => {
        const { id } = await findPlayerOfGame(tx, inGame(scope, player))
        // What code reads, it often writes next.
        await lockPlayerRow(tx, id)
        return findAttribute(tx, id, readKey(key))
      }),
    set: (player, key, value) =>
      scope.run(async () => {
        const max = limits.text_bytes.value
        const attribute = { key: readKey(key), value: readText('value', value, max) }
        await setAttribute(context, inGame(scope, player), attribute)
      }),
    remove: (player, key) =>
      scope.run(async () => {
        const { id } = await findPlayerOfGame(tx, inGame(scope, player))
        if ((await findAttribute(tx, id, readKey(key))) === undefined) return
        await removeAttribute(context, inGame(scope, player), key)
      }),
  }
}
