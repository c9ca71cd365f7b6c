-- The load: code exchange, refresh and revocation with Basic client authentication, for wrk.
-- usage: wrk ... -t 1 --latency -s moves.lua URL -- KIND PROOF FILE OUT
-- PROOF is client_id:client_secret, in base64, of the client that all lines of FILE belong to. Each line is used for one request:
--   exchange  a code
--   refresh   an access token and its refresh token; the pair of the answer is added to the queue and refreshed again later
--   revoke    an access token and its refresh token; the access token is revoked
-- OUT gets an access token and a refresh token for each answer that has them.
-- The last line of the output has requests/s, p50 and p99 in microseconds, wrong answers, and all answers. If the lines are
-- used up before the time is over, the rate is computed for the time until the last answer.

local ffi = require("ffi")
ffi.cdef([[
    typedef struct { long seconds; long nanoseconds; } moment;
    int clock_gettime(int clock, moment *now);
]])
local moment = ffi.new("moment")
local threads = {}

local function now()
    ffi.C.clock_gettime(1, moment)
    return tonumber(moment.seconds) + tonumber(moment.nanoseconds) / 1e9
end

function setup(thread)
    threads[#threads + 1] = thread
end

function init(arguments)
    kind, proof = arguments[1], arguments[2]
    queue, first = {}, 1
    for line in io.lines(arguments[3]) do
        queue[#queue + 1] = line
    end
    last = #queue
    out = io.open(arguments[4], "a")
    out:setvbuf("line")
    answered, wrong, began, ended = 0, 0, 0, 0
end

local function post(path, body)
    return wrk.format("POST", path, {
        ["Authorization"] = "Basic " .. proof,
        ["Content-Type"] = "application/x-www-form-urlencoded",
        ["Host"] = wrk.host .. ":" .. wrk.port,
    }, body)
end

function request()
    if began == 0 then
        began = now()
    end
    if first > last then
        used_up = true
        wrk.thread:stop()
        return wrk.format("GET", "/")
    end
    local one, other = queue[first]:match("^(%S+) ?(%S*)$")
    queue[first] = nil
    first = first + 1
    if kind == "exchange" then
        return post("/oauth2/token", "grant_type=authorization_code&code=" .. one)
    elseif kind == "refresh" then
        return post("/oauth2/token", "grant_type=refresh_token&refresh_token=" .. other)
    end
    return post("/oauth2/revoke", "token=" .. one)
end

function response(status, headers, body)
    if used_up then
        return
    end
    answered, ended = answered + 1, now()
    if status ~= 200 then
        wrong = wrong + 1
    end
    if kind == "revoke" then
        return
    end
    local access = body:match('"access_token"%s*:%s*"([^"]+)"')
    local refresh = body:match('"refresh_token"%s*:%s*"([^"]+)"')
    if not (access and refresh) then
        wrong = wrong + 1
        return
    end
    if kind == "refresh" then
        last = last + 1
        queue[last] = access .. " " .. refresh
    end
    out:write(access, " ", refresh, "\n")
end

function done(summary, latency)
    local thread = threads[1]
    local answered = thread:get("answered")
    local failed = thread:get("wrong") + summary.errors.timeout
    io.write(string.format("figures %.0f %.0f %.0f %d %d\n", answered / (thread:get("ended") - thread:get("began")),
        latency:percentile(50), latency:percentile(99), failed, answered))
end
