// Written by `npm run generate`. Change the schemas of the routes, not this file.
import type { OperationTable } from '../connection.ts'

export const event_types: string[] = ["multiplayer_round.player_joined","multiplayer_round.player_left","multiplayer_round.invited","multiplayer_round.finished"]

export const operations: OperationTable = {
  'multiplayerRounds.list': {"method":"GET","path":"/multiplayer_game_rounds","repeatable":true,"fields":{"open":{"type":"boolean"},"game_type":{"type":"string","minLength":1,"maxLength":255},"page":{"type":"integer","minimum":1,"maximum":9007199254740991},"per_page":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'multiplayerRounds.finish': {"method":"POST","path":"/multiplayer_game_rounds/{id}/finish","keyed":true,"repeatable":true,"fields":{}},
}
