-- What happens to the replicas: they are killed and restarted on their data, one by one or all at once,
-- stand still, and are cut off from the others; and all links between them become slow.

Kills    = place(UNIT, { copies(kills, unit) })
Pauses   = place(UNIT, { copies(pauses, unit) })
Troubles = place(UNIT, { copies(troubles, unit) })

local function changed(w, changes)
  local new = { states = w.states, lives = w.lives, slow = w.slow, cut = w.cut }
  for name, value in pairs(changes) do new[name] = value end
  return new
end
local function at(list, i, x)
  local new = {}
  for k, old in ipairs(list) do new[k] = k == i + 1 and x or old end
  return new
end
function with_state(w, i, state) return changed(w, { states = at(w.states, i, state) }) end
function killed(w, i)
  return changed(w, { states = at(w.states, i, "down"), lives = at(w.lives, i, w.lives[i + 1] + 1) })
end
function are_all(w, state) return #filter(w.states, function(s) return s == state end) == N end
function all_killed(w)
  for i = 0, N - 1 do w = killed(w, i) end
  return w
end
function all_up(w)
  for i = 0, N - 1 do w = with_state(w, i, "up") end
  return w
end
function with_links(w, slow, cut) return changed(w, { slow = slow, cut = cut }) end

-- Before the first value is proposed there is nothing to lose.
Kill = transition {
  input  = { Kills(unit), World_(w) },
  test   = { Next(n) },
  guard  = { "n > 1", "state_of(w, r) ~= 'down'" },
  output = { World_(expr "killed(w, r)") },
}
Restart = transition {
  input  = { World_(w) },
  guard  = "state_of(w, r) == 'down'",
  output = { World_(expr "with_state(w, r, 'up')") },
}
-- The power fails.
KillAll = transition {
  input  = { Kills(unit), World_(w) },
  test   = { Next(n) },
  guard  = { "n > 1", "are_all(w, 'up')" },
  output = { World_(expr "all_killed(w)") },
}
RestartAll = transition {
  input  = { World_(w) },
  guard  = "are_all(w, 'down')",
  output = { World_(expr "all_up(w)") },
}
Pause = transition {
  input  = { Pauses(unit), World_(w) },
  test   = { Next(n) },
  guard  = { "n > 1", "state_of(w, r) == 'up'" },
  output = { World_(expr "with_state(w, r, 'still')") },
}
Resume = transition {
  input  = { World_(w) },
  guard  = "state_of(w, r) == 'still'",
  output = { World_(expr "with_state(w, r, 'up')") },
}

-- All messages take their time: leaders are suspected wrongly, and rounds overlap.
Slow = transition {
  input  = { Troubles(unit), World_(w) },
  guard  = "not w.slow",
  output = { World_(expr "with_links(w, true, w.cut)") },
}
-- What is sent to the replica, or by it, waits until its links are healed.
Isolate = transition {
  input  = { Troubles(unit), World_(w) },
  test   = { Next(n) },
  guard  = { "n > 1", "w.cut == -1" },
  output = { World_(expr "with_links(w, w.slow, r)") },
}
Heal = transition {
  input  = { World_(w) },
  guard  = "w.slow or w.cut >= 0",
  output = { World_(expr "with_links(w, false, -1)") },
}
