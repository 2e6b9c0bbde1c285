-- A case: what clients ask for and what happens to the nodes, and what becomes of each operation. When an
-- operation takes effect nobody sees.

local function asked(op)
  local fields = { client = op.client }
  if not contains({ "Drain", "Lock", "Unlock" }, op.kind) then fields.key = op.key end
  if op.value ~= 0 then fields.value = op.value end
  if op.kind == "Swap" then fields.expected = op.expected end
  return stimulus(op.kind, fields)
end

local function ended(result)
  local op, is_done = result.op, result.value ~= 0
  local name = ({
    Put = "Stored", Get = "Got", Delete = is_done and "Deleted" or "Absent",
    Swap = is_done and "Swapped" or "Kept", Watch = "Watching", Drain = "Seen",
    Lock = is_done and "Locked" or "Occupied", Write = is_done and "Stored" or "Fenced",
    Unlock = "Unlocked",
  })[op.kind]
  local fields = { client = op.client }
  if op.kind == "Get" then fields.value = result.value end
  if op.kind == "Drain" then fields.values = result.seen end
  return response(name, fields)
end

local function node(name) return function(n) return stimulus(name, { node = n }) end end

test "system" {
  order = "sequence",
  observe = {
    [Get] = asked, [Put] = asked, [Delete] = asked, [Swap] = asked, [SwapOlder] = asked,
    [Watch] = asked, [Drain] = asked, [Lock] = asked, [Write] = asked, [Unlock] = asked,
    [Return] = ended,
    [ReturnInVain] = function(c) return response("Unreachable", { client = c }) end,
    [MissNode] = function(c) return response("Unreachable", { client = c }) end,
    [TimeOut] = function(c) return response("Unknown", { client = c }) end,
    [TimeOutAfterEffect] = function(c) return response("Unknown", { client = c }) end,
    [Stall] = function(c) return stimulus("Stall", { client = c }) end,
    [Expire] = function(c) return response("Expired", { client = c }) end,
    [Kill] = node("Kill"), [Restart] = node("Restart"),
    [Pause] = node("Pause"), [Resume] = node("Resume"),
    [Isolate] = node("Isolate"), [Heal] = node("Heal"),
    [KillAll] = function() return stimulus("KillAll", {}) end,
    [RestartAll] = function() return stimulus("RestartAll", {}) end,
    [Settle] = function() return stimulus("Settle", {}) end,
    [Settled] = function() return response("Settled", {}) end,
    [Elect] = node("Elect"),
    [Elected] = function(n) return response("Elected", { node = n }) end,
  },
  suite = function() return { name = "etcd", configuration = {} } end,
}
