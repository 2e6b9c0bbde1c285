-- What etcd.lua computes: which nodes answer, and what an operation does to the world.

function home(client) return (client - 1) % nodes + 1 end
function is_down(net, client) return contains(net.down, home(client)) end

-- The nodes that do not reach clients and other nodes.
function outside(net) return append(append(net.down, net.paused), net.cut) end
function has_quorum(net) return nodes - #outside(net) >= majority end
function is_available(net, client) return has_quorum(net) and not contains(outside(net), home(client)) end

-- Nothing has changed since the nodes were seen to answer: an answer must come.
function must_answer(net, client) return net.calm and is_available(net, client) end

-- Where no majority is, nothing is stored. A read changes nothing: if it is answered, then by what is true.
function can_happen(net, op) return op.kind == "Get" or has_quorum(net) end

-- Operations that no fault meets, so that what becomes of them is known.
function is_careful(kind)
  return contains({ "Watch", "Drain", "Lock", "Write", "Unlock" }, kind)
end

function is_watching(world, c)
  return #filter(world.watched, function(watch) return watch.client == c end) > 0
end

function called(world, c, kind, key, value, expected)
  return { client = c, kind = kind, key = key, value = value, expected = expected,
           age = world.ages[key] }
end

local function is_writing(world, op, token)
  if op.kind == "Put" then return true end
  if op.kind == "Delete" then return world.store[op.key] ~= 0 end
  if op.kind == "Swap" then return world.store[op.key] == op.expected end
  if op.kind == "Write" then return bug == "lease-lock" or token == world.lock.token end
  return false
end

local function with(list, index, value)
  local changed = map(list, function(x) return x end)
  changed[index] = value
  return changed
end

local function watched_after(world, op)
  return map(world.watched, function(watch)
    if watch.key ~= op.key then return watch end
    local seen = watch.seen == "" and "" or watch.seen .. " "
    return { client = watch.client, key = watch.key, seen = seen .. op.value }
  end)
end

local function drained(world, op)
  return map(world.watched, function(watch)
    if watch.client ~= op.client then return watch end
    return { client = watch.client, key = watch.key, seen = "" }
  end)
end

local function freed(lock) return { holder = 0, token = 0, given = lock.given } end
function without_holder(world)
  return { store = world.store, ages = world.ages, watched = world.watched, applied = world.applied,
           lock = freed(world.lock) }
end

local function lock_after(lock, op, token)
  local is_free = lock.holder == 0
  if op.kind == "Lock" and is_free then
    return { holder = op.client, token = lock.given + 1, given = lock.given + 1 }
  end
  if op.kind == "Unlock" and lock.token == token then return freed(lock) end
  return lock
end

function world_after(world, op, token)
  local store, ages, watched, applied = world.store, world.ages, world.watched, world.applied
  if is_writing(world, op, token) then
    store = with(store, op.key, op.value)
    watched = watched_after(world, op)
    -- For the properties; it makes markings differ that clients cannot tell apart.
    if values == 0 then
      ages = with(ages, op.key, ages[op.key] + 1)
      applied = op.value == 0 and applied or insert(applied, op.value)
    end
  end
  if op.kind == "Watch" then
    watched = append(watched, { { client = op.client, key = op.key, seen = "" } })
  elseif op.kind == "Drain" then
    watched = drained(world, op)
  end
  return { store = store, ages = ages, watched = watched, applied = applied,
           lock = lock_after(world.lock, op, token) }
end

-- What an operation returns: the value for a read, the fencing token for a lock, otherwise 1 or 0.
function result_of(world, op, token)
  local value, seen = is_writing(world, op, token) and 1 or 0, ""
  if op.kind == "Get" then
    value = world.store[op.key]
  elseif op.kind == "Lock" then
    value = world.lock.holder == 0 and world.lock.given + 1 or 0
  elseif op.kind == "Drain" then
    for _, watch in ipairs(world.watched) do
      if watch.client == op.client then seen = watch.seen end
    end
  end
  return { op = op, value = value, seen = seen }
end

function token_after(result, token)
  if result.op.kind == "Lock" and result.value ~= 0 then return result.value end
  if result.op.kind == "Unlock" then return 0 end
  return token
end

-- What must not be, as texts: a list that is empty where all is well.
function wrong_in(world, op, token)
  if op.kind == "Get" and world.ages[op.key] < op.age then return { "a read of the past" } end
  if not is_writing(world, op, token) then return {} end
  if contains(world.applied, op.value) then return { "a write that happens twice" } end
  if op.kind == "Write" and token ~= world.lock.token then return { "a write without the lock" } end
  return {}
end
