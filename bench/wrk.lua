-- Sends the visits of a plan file, round and round. A line is a visit: method, path, token and body of each of its
-- calls, separated by tabs. The calls of a visit stand so far apart that the first is answered before the second.
local TOGETHER = 2048

local ready, sent = {}, 0
local opener, openings = nil, 0
local waiting = {}
local accepts = false

local function build(method, path, token, body)
  local headers = {}
  if token ~= "" then headers["authentication-token"] = token end
  if body ~= "" then headers["content-type"] = "application/json" end
  return wrk.format(method, path, headers, body ~= "" and body or nil)
end

local function add(visits)
  for call = 1, #visits[1] / 4 do
    for _, visit in ipairs(visits) do
      local first = call * 4 - 3
      ready[#ready + 1] = build(visit[first], visit[first + 1], visit[first + 2], visit[first + 3])
    end
  end
end

function init(args)
  accepts = args[2] == "accept"
  -- A server takes new connections in one by one. Until it has, what is sent on them waits and would come out of turn.
  opener, openings = build("GET", args[3], "", ""), tonumber(args[4])
  local visits = {}
  for line in io.lines(args[1]) do
    local visit = {}
    for field in (line .. "\t"):gmatch("([^\t]*)\t") do visit[#visit + 1] = field end
    visits[#visits + 1] = visit
    if #visits == TOGETHER then
      add(visits)
      visits = {}
    end
  end
  if #visits > 0 then add(visits) end
  -- Reading every answer costs the load generator time, so only who needs the answer does it.
  if accepts then
    response = function(_, _, body)
      local friendship, receiver = body:match('"friendship_id":(%d+)'), body:match('"id":(%d+)')
      if friendship then waiting[#waiting + 1] = { friendship, receiver } end
    end
  end
end

function request()
  if openings > 0 then
    openings = openings - 1
    return opener
  end
  local request_to_accept = table.remove(waiting)
  if request_to_accept then
    local token = string.format("bench-%037d", tonumber(request_to_accept[2]))
    return build("PUT", "/api/v3/friendships/" .. request_to_accept[1], token, '{"status":"accepted"}')
  end
  sent = sent % #ready + 1
  return ready[sent]
end

function done(summary, latency)
  local errors = summary.errors
  local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50_ms":%.3f,"p99_ms":%.3f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failures
  ))
end
