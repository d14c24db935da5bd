-- A mixture of requests for wrk: good ones, bad ones, and jobs. Prints how many were answered.
local count = 0
local json = { ["Content-Type"] = "application/json", ["Boyi-Client"] = os.getenv("BOYI_CLIENT") }
local search = '{"game": "tictactoe", "depth": 2, "options": {"memory_kib": 256}}'

function request()
    count = count + 1
    local kind = count % 8
    if kind == 0 then return wrk.format("POST", "/api/searches", json, search) end
    if kind == 1 then return wrk.format("POST", "/api/clients", json, "{}") end
    if kind == 2 then return wrk.format("POST", "/api/searches", json, '{"game": "tictactoe", "depth": -1}') end
    if kind == 3 then return wrk.format("GET", "/api/jobs/" .. math.random(1, count), json) end
    if kind == 4 then return wrk.format("GET", "/", nil) end
    if kind == 5 then return wrk.format("GET", "/../etc/passwd", nil) end
    if kind == 6 then return wrk.format("DELETE", "/api/jobs/" .. math.random(1, count), json) end
    return wrk.format("GET", "/api/about", nil)
end

function done(summary)
    io.write("requests " .. summary.requests .. "\n")
end
