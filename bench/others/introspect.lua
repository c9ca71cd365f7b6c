-- The load: POST introspection (RFC 7662) with Basic client authentication, for wrk.
-- usage: wrk ... --latency -s introspect.lua URL -- FILE [check]
-- FILE has one line for each token: client_id:client_secret of a client in base64, and the token.
-- With "check", every answer must be 200 and say that the token is active. wrk reads bodies only with "check", which
-- takes it a third more time for each request. Without "check", an answer is wrong if its status is 400 or higher.
-- The last line of the output has requests/s, p50 and p99 in microseconds, wrong answers, and all answers.

local threads = {}

function setup(thread)
    threads[#threads + 1] = thread
end

function init(arguments)
    requests = {}
    for line in io.lines(arguments[1]) do
        local proof, token = line:match("^(%S+) (%S+)$")
        requests[#requests + 1] = wrk.format("POST", nil, {
            ["Authorization"] = "Basic " .. proof,
            ["Content-Type"] = "application/x-www-form-urlencoded",
            ["Host"] = wrk.host .. ":" .. wrk.port,
        }, "token=" .. token)
    end
    wrong = 0
    if arguments[2] == "check" then
        response = check
    end
end

function request()
    return requests[math.random(#requests)]
end

function check(status, headers, body)
    if status ~= 200 or not body:find('"active"%s*:%s*true') then
        wrong = wrong + 1
    end
end

function done(summary, latency)
    local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
        + summary.errors.status
    for _, thread in ipairs(threads) do
        failed = failed + thread:get("wrong")
    end
    io.write(string.format("figures %.0f %.0f %.0f %d %d\n",
        summary.requests / summary.duration * 1e6, latency:percentile(50), latency:percentile(99), failed, summary.requests))
end
