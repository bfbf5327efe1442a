-- Sends the call sequences of a plan file, again and again. A line is a sequence: the address of its player, then method,
-- path, token and body of each call, separated by tabs. The calls of a sequence are sent so far apart that the first is
-- answered before the second.
local SEQUENCES_PER_BATCH = 2048

local ready, sent = {}, 0
local opener, openings = nil, 0
local waiting = {}
local accepts = false

local function build(address, method, path, token, body)
  local headers = { ["x-forwarded-for"] = address }
  if token ~= "" then headers["authentication-token"] = token end
  if body ~= "" then headers["content-type"] = "application/json" end
  return wrk.format(method, path, headers, body ~= "" and body or nil)
end

local function add(sequences)
  for call = 1, (#sequences[1] - 1) / 4 do
    for _, sequence in ipairs(sequences) do
      local first = call * 4 - 2
      ready[#ready + 1] = build(sequence[1], sequence[first], sequence[first + 1], sequence[first + 2], sequence[first + 3])
    end
  end
end

function init(args)
  accepts = args[2] == "accept"
  -- A server accepts new connections one by one, and requests on the others wait and would arrive out of order.
  opener, openings = build("10.255.255.255", "GET", args[3], "", ""), tonumber(args[4])
  local sequences = {}
  for line in io.lines(args[1]) do
    local sequence = {}
    for field in (line .. "\t"):gmatch("([^\t]*)\t") do sequence[#sequence + 1] = field end
    sequences[#sequences + 1] = sequence
    if #sequences == SEQUENCES_PER_BATCH then
      add(sequences)
      sequences = {}
    end
  end
  if #sequences > 0 then add(sequences) end
  -- Reading the answers costs the load generator time, so it is done only where they are needed.
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
    local receiver = tonumber(request_to_accept[2])
    local token = string.format("bench-%037d", receiver)
    local address = string.format("10.%d.%d.%d", receiver / 65536 % 256, receiver / 256 % 256, receiver % 256)
    return build(address, "PUT", "/api/v3/friendships/" .. request_to_accept[1], token, '{"status":"accepted"}')
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
