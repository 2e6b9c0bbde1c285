-- A case: what clients do and what happens to replicas and links, one thing after the other, and what
-- becomes of each operation.

local function outcome(op, replicas)
  if not answered(op, replicas) then return response("NoQuorum", { client = op.client }) end
  if not op.reads then return response("Written", { client = op.client }) end
  return response("Got", { client = op.client, value = op.state.value == 0 and "" or op.state.value })
end

local function asked(op, prefix)
  if op.reads then return stimulus(prefix .. "Read", { client = op.client }) end
  return stimulus(prefix .. "Write", { client = op.client, value = op.state.value })
end

local function moved(c, reach, set)
  local moves = {}
  for _, i in ipairs(everyone) do
    local before, after = contains(reach, i), contains(set, i)
    if before and not after then moves = append(moves, { stimulus("Cut", { client = c, replica = i }) }) end
    if after and not before then moves = append(moves, { stimulus("Heal", { client = c, replica = i }) }) end
  end
  return moves
end

test "system" {
  order = "sequence",
  observe = {
    [Begin] = function(op, held)
      if not held then return asked(op, "") end
      return { asked(op, "Begin"), response("Begun", { client = op.client }) }
    end,
    [BeginInVain] = function(c, n)
      local of_write = { client = c, value = 10 * c + writes - n + 1 }
      local ask = c > writers and stimulus("Read", { client = c }) or stimulus("Write", of_write)
      return { ask, response("NoQuorum", { client = c }) }
    end,
    [Finish] = function(op, up, reach)
      return { stimulus("Finish", { client = op.client }), outcome(op, common(reach, up)) }
    end,
    [FinishWhole] = function(op, up, reach) return outcome(op, common(reach, up)) end,
    [Partition] = moved,
    [PartitionHalf] = moved,
    [Crash] = function(r) return stimulus("Crash", { replica = r }) end,
    [Restart] = function(r) return stimulus("Restart", { replica = r }) end,
  },
  goal = function(M)
    return #M.Half == 0 and #M.Whole == 0 and #filter(M.ToDo, function(of) return of[2] > 0 end) == 0
  end,
  suite = function() return { name = "register-" .. N, configuration = {} } end,
}
