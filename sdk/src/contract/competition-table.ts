// Written by `npm run generate`. Change the schemas of the routes, not this file.
import type { OperationTable } from '../connection.ts'

export const event_types: string[] = ["multiplayer_round.player_joined","multiplayer_round.player_left","multiplayer_round.invited","multiplayer_round.finished","leaderboard.prize_won","match.invited","match.ready_check","match.found","rating.changed","score.approved","score.rejected"]

export const operations: OperationTable = {
  'multiplayerRounds.list': {"method":"GET","path":"/multiplayer_game_rounds","repeatable":true,"fields":{"open":{"type":"boolean"},"game_type":{"type":"string","minLength":1,"maxLength":255},"page":{"type":"integer","minimum":1,"maximum":9007199254740991},"per_page":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'multiplayerRounds.create': {"method":"POST","path":"/multiplayer_game_rounds","keyed":true,"repeatable":true,"fields":{"game_type":{"type":"string","minLength":1,"maxLength":255,"required":true},"max_players":{"type":"integer","minimum":2,"maximum":1000},"entries_per_player":{"type":"integer","minimum":1,"maximum":1000},"who_may_join":{"enum":["anyone","invited","friends","group","code"]},"group_id":{"type":"integer","minimum":1,"maximum":9007199254740991},"closes_at":{"type":"string","maxLength":64,"expected":"must be an ISO 8601 time with its offset, such as 2024-07-23T15:20:09Z"},"invited_user_ids":{"type":"array","maxItems":10,"items":{"type":"integer","minimum":1,"maximum":9007199254740991}}}},
  'leaderboards.entriesFromRank': {"method":"GET","path":"/games/{id}/leaderboards/{name}/entries","repeatable":true,"invalid_status":400,"fields":{"from_rank":{"type":"integer","minimum":1,"maximum":9007199254740991},"limit":{"type":"integer","minimum":1,"maximum":9007199254740991},"season":{"type":"integer","minimum":1,"maximum":9007199254740991},"friends_only":{"type":"boolean"},"group_id":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'leaderboards.seasons': {"method":"GET","path":"/games/{id}/leaderboards/{name}/seasons","repeatable":true,"invalid_status":400,"fields":{"page":{"type":"integer","minimum":1,"maximum":9007199254740991},"per_page":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'multiplayerRounds.joinByCode': {"method":"POST","path":"/multiplayer_game_rounds/join","keyed":true,"repeatable":true,"fields":{"code":{"type":"string","minLength":1,"maxLength":32,"required":true}}},
  'multiplayerRounds.join': {"method":"POST","path":"/multiplayer_game_rounds/{id}/join","keyed":true,"repeatable":true,"fields":{"code":{"type":"string","minLength":1,"maxLength":32}}},
  'multiplayerRounds.leave': {"method":"POST","path":"/multiplayer_game_rounds/{id}/leave","keyed":true,"repeatable":true,"fields":{}},
  'multiplayerRounds.kick': {"method":"DELETE","path":"/multiplayer_game_rounds/{id}/players/{user_id}","keyed":true,"repeatable":true,"fields":{}},
  'multiplayerRounds.invite': {"method":"POST","path":"/multiplayer_game_rounds/{id}/invites","keyed":true,"repeatable":true,"fields":{"user_ids":{"type":"array","maxItems":10,"required":true,"items":{"type":"integer","minimum":1,"maximum":9007199254740991}}}},
  'multiplayerRounds.finish': {"method":"POST","path":"/multiplayer_game_rounds/{id}/finish","keyed":true,"repeatable":true,"fields":{}},
  'matchmaking.listTickets': {"method":"GET","path":"/matchmaking/tickets","repeatable":true,"fields":{}},
  'matchmaking.createTicket': {"method":"POST","path":"/matchmaking/tickets","keyed":true,"repeatable":true,"fields":{"game_type":{"type":"string","minLength":1,"maxLength":255,"required":true},"region":{"type":"string","minLength":0,"maxLength":64},"attributes":{"type":"string","maxBytes":1024},"party_user_ids":{"type":"array","maxItems":64,"items":{"type":"integer","minimum":1,"maximum":9007199254740991}}}},
  'matchmaking.getTicket': {"method":"GET","path":"/matchmaking/tickets/{id}","repeatable":true,"fields":{}},
  'matchmaking.cancelTicket': {"method":"DELETE","path":"/matchmaking/tickets/{id}","keyed":true,"repeatable":true,"fields":{}},
  'matchmaking.acceptTicket': {"method":"POST","path":"/matchmaking/tickets/{id}/accept","keyed":true,"repeatable":true,"fields":{}},
  'matchmaking.ready': {"method":"POST","path":"/matchmaking/tickets/{id}/ready","keyed":true,"repeatable":true,"fields":{}},
  'ratings.get': {"method":"GET","path":"/ratings","repeatable":true,"fields":{"user_id":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'ratings.history': {"method":"GET","path":"/ratings/history","repeatable":true,"fields":{"user_id":{"type":"integer","minimum":1,"maximum":9007199254740991},"game_type":{"type":"string","minLength":1,"maxLength":255},"before":{"type":"integer","minimum":1,"maximum":9007199254740991},"limit":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
  'ratings.leaderboard': {"method":"GET","path":"/ratings/leaderboard","repeatable":true,"fields":{"game_type":{"type":"string","minLength":1,"maxLength":255,"required":true},"page":{"type":"integer","minimum":1,"maximum":9007199254740991},"per_page":{"type":"integer","minimum":1,"maximum":9007199254740991}}},
}
