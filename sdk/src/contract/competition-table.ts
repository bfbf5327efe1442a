// Written by `npm run generate`. Change the schemas of the routes, not this file.
import type { OperationTable } from '../connection.ts'

export const event_types: string[] = ["multiplayer_round.player_joined","multiplayer_round.player_left","multiplayer_round.invited","multiplayer_round.finished","leaderboard.prize_won"]

export const operations: OperationTable = {
  'multiplayerRounds.list': {"method":"GET","path":"/multiplayer_game_rounds","repeatable":true,"fields":{"open":{"type":"boolean"},"game_type":{"type":"string","minLength":1,"maxLength":255},"page":{"type":"integer","minimum":1,"maximum":9007199254740991},"per_page":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'leaderboards.entriesFromRank': {"method":"GET","path":"/games/{id}/leaderboards/{name}/entries","repeatable":true,"invalid_status":400,"fields":{"from_rank":{"type":"integer","minimum":1,"maximum":9007199254740991},"limit":{"type":"integer","minimum":1,"maximum":9007199254740991},"season":{"type":"integer","minimum":1,"maximum":9007199254740991},"friends_only":{"type":"boolean"},"group_id":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'leaderboards.seasons': {"method":"GET","path":"/games/{id}/leaderboards/{name}/seasons","repeatable":true,"invalid_status":400,"fields":{"page":{"type":"integer","minimum":1,"maximum":9007199254740991},"per_page":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'multiplayerRounds.finish': {"method":"POST","path":"/multiplayer_game_rounds/{id}/finish","keyed":true,"repeatable":true,"fields":{}},
}
