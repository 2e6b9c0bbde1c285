-- What register.lua computes: sets of replicas, what a majority says, what an operation does.

-- All sets of replicas of these sizes.
function subsets_of_size(sizes)
  local function set_of(bits)
    return filter(everyone, function(i) return bits >> (i - 1) & 1 == 1 end)
  end
  local all_sets = map(range_list(0, (1 << N) - 1), set_of)
  return filter(all_sets, function(set) return sizes[#set] == true end)
end
function is_within(few, many)
  return #filter(few, function(x) return not contains(many, x) end) == 0
end
function common(a, b)
  return filter(a, function(x) return contains(b, x) end)
end

-- How many replicas a phase takes.
function needed() return bug == "small-quorum" and quorum - 1 or quorum end

-- A timestamp: the counter decides, and of one counter the writer.
function stamp(state) return state.counter * 10 + state.writer end

local function newest_of(kept, replicas)
  if bug == "no-maximum" then return kept[replicas[1]] end
  return fold(replicas, kept[replicas[1]], function(newest, i)
    return stamp(newest) < stamp(kept[i]) and kept[i] or newest
  end)
end

-- Whether it makes no difference which majority of these replicas answers first.
function is_settled(kept, replicas)
  if #replicas == needed() then return true end
  local majorities = filter(subsets_of_size { [needed()] = true }, function(q)
    return is_within(q, replicas)
  end)
  return #filter(majorities, function(q)
    return newest_of(kept, q) ~= newest_of(kept, majorities[1])
  end) == 0
end

-- The operation of client c with n still to do, after its first phase. `floor` is what it must not be
-- older than.
function begun(c, n, own, q, kept, newest)
  local state = newest_of(kept, q)
  local is_read = c > writers
  if not is_read then
    local last = bug == "own-timestamp-forgotten" and 0 or own
    state = { counter = math.max(state.counter, last) + 1, writer = c, value = 10 * c + writes - n + 1 }
  end
  return { client = c, reads = is_read, state = state, floor = newest, tries = 0 }
end

function is_issued(issued, state)
  return #filter(issued, function(other) return stamp(other) == stamp(state) end) > 0
end

local function is_enough(op, replicas)
  return #replicas >= needed() or bug == "no-write-back" and op.reads
end

-- A replica keeps what is newer than what it has.
function kept_after(kept, op, replicas)
  if bug == "no-write-back" and op.reads then return kept end
  return map(everyone, function(i)
    local has_newer = contains(replicas, i) and stamp(kept[i]) < stamp(op.state)
    return has_newer and op.state or kept[i]
  end)
end

function newest_after(newest, op, replicas)
  local is_newer = is_enough(op, replicas) and newest < stamp(op.state)
  return is_newer and stamp(op.state) or newest
end

function is_wrong(op, replicas)
  if not is_enough(op, replicas) then return false end
  return stamp(op.state) < op.floor or (not op.reads and stamp(op.state) == op.floor)
end

function can_retry(op, replicas) return op.tries == 0 and not is_enough(op, replicas) end

function tried(op)
  return { client = op.client, reads = op.reads, state = op.state, floor = op.floor, tries = op.tries + 1 }
end

function kept_at_restart(kept, r)
  if bug ~= "state-lost" then return kept end
  return map(everyone, function(i)
    return i == r and { counter = 0, writer = 0, value = 0 } or kept[i]
  end)
end

function answered(op, replicas) return is_enough(op, replicas) end
