-- What happens to the nodes. At most `outages` of them are out at the same time, except in a blackout.
-- After a change nobody knows how long it takes until all answer again: until Settle has seen it.

local function budget(count) return place(UNIT, { copies(count, unit) }) end
Kills, Pauses, Partitions = budget(kills), budget(pauses), budget(partitions)
Blackouts, Elections      = budget(blackouts), budget(elections)
Dark     = place(UNIT)   -- all nodes were killed at once, and will be started at once
Settling = place(UNIT)
Electing = place(Node)

-- The network after one of its lists has these members.
function changed(net, field, members)
  local after = { down = net.down, paused = net.paused, cut = net.cut, calm = false }
  after[field] = members
  return after
end
function calmed(net) return { down = net.down, paused = net.paused, cut = net.cut, calm = true } end
function is_whole(net, n) return not contains(outside(net), n) end
function can_meet(busy, careful) return busy == 0 or meets and careful == 0 end

-- Node n enters one of the lists.
local function loss(budget, field)
  return transition {
    input  = { Network(net), budget(unit) },
    test   = { Busy { busy, careful } },
    guard  = { "can_meet(busy, careful)", "#outside(net) < outages", "is_whole(net, n)" },
    output = { Network(expr("changed(net, '" .. field .. "', insert(net." .. field .. ", n))")) },
  }
end
-- And it leaves it.
local function return_(field)
  return transition {
    input  = { Network(net) },
    test   = { Busy { busy, careful } },
    inhibitor = { Dark },
    guard  = { "can_meet(busy, careful)", "contains(net." .. field .. ", n)" },
    output = { Network(expr("changed(net, '" .. field .. "', remove(net." .. field .. ", n))")) },
  }
end

Kill, Restart = loss(Kills, "down"), return_("down")
Pause, Resume = loss(Pauses, "paused"), return_("paused")
-- The node does not reach the others, but its clients reach it.
Isolate = transition {
  input  = { Network(net), Partitions(unit) },
  test   = { Busy { busy, careful }, State(world) },
  guard  = { "can_meet(busy, careful)", "#outside(net) < outages", "is_whole(net, n)" },
  output = { Network(expr "changed(net, 'cut', insert(net.cut, n))"),
             Frozen(when("bug == 'stale-reads'", { n, world })) },
}
Heal = return_("cut")

KillAll = transition {
  input  = { Network(net), Blackouts(unit) },
  test   = { Busy { busy, careful } },
  guard  = { "can_meet(busy, careful)", "#outside(net) == 0" },
  output = { Network(expr "changed(net, 'down', range_list(1, nodes))"), Dark(unit) },
}
RestartAll = transition {
  input  = { Network(net), Dark(unit) },
  test   = { Busy { busy, careful } },
  guard  = "can_meet(busy, careful)",
  output = { Network(expr "changed(net, 'down', {})") },
}

-- All nodes that can are waited for until they answer.
Settle = transition {
  input  = { Busy { 0, 0 } },
  test   = { Network(net) },
  guard  = { "not net.calm", "has_quorum(net)" },
  output = { Settling(unit) },
}
Settled = transition {
  input  = { Settling(unit), Network(net) },
  output = { Busy { 0, 0 }, Network(expr "calmed(net)") },
}
-- Node n becomes the leader, if it is not, so that a fault can meet the leader, or a follower.
Elect = transition {
  input  = { Busy { 0, 0 }, Elections(unit) },
  test   = { Network(net) },
  guard  = { "net.calm", "#outside(net) == 0" },
  output = { Electing(n) },
}
Elected = transition {
  input  = { Electing(n) },
  output = { Busy { 0, 0 } },
}
