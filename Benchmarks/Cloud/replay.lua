-- Cairn
-- SPDX-License-Identifier: Apache-2.0
--
-- Sends the requests of a file, whose lines are METHOD, PATH, HEADERS and BODY with tabs between:
--
--     wrk … -s replay.lua ADDRESS -- FILE THREADS
--
-- Each thread takes its share of the lines, from the first to the last and again. What was measured
-- is printed as one line of JSON.

local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(args)
  requests, position, sent = {}, 0, 0
  local line_number, count = 0, tonumber(args[2])
  for line in io.lines(args[1]) do
    if line_number % count == number then
      local method, path, header, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
      local headers = { ["Content-Type"] = "application/json" }
      local name, value = header:match("^([^:]+): (.*)$")
      if name then headers[name] = value end
      if body == "" then body = nil end
      requests[#requests + 1] = wrk.format(method, path, headers, body)
    end
    line_number = line_number + 1
  end
end

function request()
  position = position % #requests + 1
  return requests[position]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.3f,"failed":%d,"p50":%.3f,"p99":%.3f,"max":%.3f}\n',
    summary.requests, summary.duration / 1e6,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
