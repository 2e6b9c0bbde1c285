-- What isolation.lua computes: runs of transactions, what they see, and whether they could have come of
-- one transaction after the other.

function find(runs, t)
  for _, run in ipairs(runs) do
    if run.id == t then return run end
  end
  return { id = t, state = "ended", snapshot = {}, reads = {}, left = 0, writes = {}, others = {} }
end

-- The run with other values in some fields.
local function changed(run, fields)
  local after = {}
  for name, value in pairs(run) do after[name] = value end
  for name, value in pairs(fields) do after[name] = value end
  return after
end
local function with(runs, t, fields)
  return map(runs, function(run) return run.id == t and changed(run, fields) or run end)
end

function with_new(runs, t, now)
  local active = map(filter(runs, function(run) return run.state ~= "ended" end),
                     function(run) return run.id end)
  local seen = map(runs, function(run)
    return run.state == "ended" and run or changed(run, { others = insert(run.others, t) })
  end)
  return append(seen, { { id = t, state = "active", snapshot = now, reads = {}, left = reads, writes = {},
                          others = active } })
end

function seen(run, now, row) return is_snapshot and run.snapshot[row] or now[row] end
function is_locked(runs, t, row)
  return #filter(runs, function(run)
    return run.id ~= t and run.state == "writes" and run.writes[1] == row
  end) > 0
end
function can_write(run, now, row) return not is_snapshot or run.snapshot[row] == now[row] end

function after_read(runs, t, row, value)
  local run = find(runs, t)
  return with(runs, t, { reads = append(run.reads, { { row = row, value = value } }), left = run.left - 1 })
end
function after_write(runs, t, row) return with(runs, t, { state = "writes", writes = { row } }) end
function after_wait(runs, t, row) return with(runs, t, { state = "waiting", writes = { row } }) end
-- It failed: nothing of it is left.
function after_end(runs, t) return with(runs, t, { state = "ended", reads = {}, writes = {} }) end
function after_commit(runs, t) return with(runs, t, { state = "ended" }) end

function rows_after(now, run)
  return map(range_list(1, #now), function(row) return run.writes[1] == row and run.id or now[row] end)
end

-- Whether some order of these transactions, one after the other, gives what they read and what is left.
function explains(done, before, after)
  if #done == 0 then return before == after end
  for _, run in ipairs(done) do
    local agrees = #filter(run.reads, function(read) return before[read.row] ~= read.value end) == 0
    if agrees and explains(remove(done, run), rows_after(before, run), after) then return true end
  end
  return false
end
local function committed(runs)
  return filter(runs, function(run) return run.state == "ended" and #run.writes > 0 end)
end
function is_serializable(runs, t, now)
  local run = find(runs, t)
  local done = append(committed(runs), { run })
  return explains(done, map(now, function() return 0 end), rows_after(now, run))
end

-- Two committed transactions that read the same version of a row and both wrote over it.
function has_lost_update(runs)
  local updates = {}
  for _, run in ipairs(committed(runs)) do
    for _, read in ipairs(run.reads) do
      if read.row == run.writes[1] then
        local update = run.writes[1] .. " was " .. read.value
        for id, other in pairs(updates) do
          if other == update and id ~= run.id then return true end
        end
        updates[run.id] = update
      end
    end
  end
  return false
end
