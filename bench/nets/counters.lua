-- K counters modulo M, each position of each a place and each step of each a transition: K * M
-- transitions, of which K are enabled in each of M^K markings.

K = param(2, { min = 1, max = 4, doc = "number of counters" })
M = param(250, { min = 2, max = 2000, doc = "positions of each" })

for k = 1, K do
  for i = 0, M - 1 do
    _ENV["At" .. k .. "_" .. i] = place(UNIT, i == 0 and { unit } or {})
  end
  for i = 0, M - 1 do
    _ENV["Step" .. k .. "_" .. i] = transition {
      input  = { _ENV["At" .. k .. "_" .. i](unit) },
      output = { _ENV["At" .. k .. "_" .. (i + 1) % M](unit) },
    }
  end
end
