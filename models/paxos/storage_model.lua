-- The durable log of one replica (sut/paxos/storage/file_storage.h), and a tester that saves `saves` records,
-- crashes the replica, or damages its log, `troubles` times at most, and opens the folder in the end.
-- What must be there then is the last state that was whole on the disk; a log that is damaged where it
-- was durable must be refused, since its replica may have promised or voted what is lost.
--
-- The tester saves only what a replica saves: promises and rounds that rise, votes not below the
-- promise, one decision. The value of round i is Mi.
--
-- storage_pairs has a few of these cases, with all pairs of records, crashes, damages and openings.
--
-- Usage: cpngen generate models/paxos/storage_model.lua --spec storage --state-space -o FILE

saves = param(2, { min = 1, max = 4, doc = "number of records" })
rounds = param(2, { min = 1, max = 9, doc = "number of rounds" })
troubles = param(1, { min = 0, max = 3, doc = "crashes, damages and wrong openings, at most" })

replicas = 3 -- what suites.lua asks for
quorum = 2

require "suites"

Rounds = range(0, rounds) -- 0: nothing yet
Stored = record { promised = Rounds, vote = Rounds, begun = Rounds, decided = Rounds }
Kind = enum { "promise", "vote", "round", "decision" }
-- Where a save ends, as docs/paxos_service.md describes it: the record is written, and synced, then its
-- mark is written. A record that is not whole was never there; a whole one is, marked or not.
SaveFailure = enum { "write", "torn_head", "torn_checksum", "sync", "mark" }
-- An opening writes the log anew beside the old one, which stays until the new one is synced.
OpenFailure = enum { "write", "torn_head", "sync" }
-- What is damaged: bytes of the head or of the last record are changed, or the file ends there, or the
-- part has another value and its item's checksum is right.
Means = enum { "flip", "cut", "forge" }
Part = enum {
  "magic", "version", "owner", "first", "head_checksum", "unused", "mark_sequence", "mark_end",
  "mark_checksum", "sequence", "kind", "rnd", "length", "value", "checksum",
}
Opener = enum {
  "same_replica", "other_replica", "other_size", "other_prepare_quorum", "other_accept_quorum",
  "second_process", "other_files",
  "no_parent", "file_for_folder", "folder_for_log", "loop_for_log", "folder_for_new_log",
}
-- The last record of the log, as far as damage to it is asked for.
LastRecord = enum { "unknown", "promise", "vote", "round", "decision" }

var {
  left = range(0, saves),
  budget = range(0, troubles),
  stored = Stored,
  stored2 = Stored,
  last = LastRecord,
  kind = Kind,
  rnd = Rounds,
  save_failure = SaveFailure,
  open_failure = OpenFailure,
  means = Means,
  part = Part,
  opener = Opener,
  refusal = STRING,
}

Left = place(range(0, saves), { saves })
Budget = place(range(0, troubles), { troubles })
Disk = place(Stored, { { promised = 0, vote = 0, begun = 0, decided = 0 } })
Last = place(LastRecord, { "unknown" })
Refusal = place(STRING, { "" }) -- why the log will be refused

function allows(stored, kind, rnd)
  if rnd == 0 then return false end
  if kind == "promise" then return rnd > stored.promised end
  if kind == "vote" then return rnd >= stored.promised end
  if kind == "round" then return rnd > stored.begun end
  return stored.decided == 0
end

function with_record(stored, kind, rnd)
  return {
    promised = (kind == "promise" or kind == "vote") and rnd or stored.promised,
    vote = kind == "vote" and rnd or stored.vote,
    begun = kind == "round" and rnd or stored.begun,
    decided = kind == "decision" and rnd or stored.decided,
  }
end

Save = transition {
  input = { Left(left), Disk(stored), Last(last) },
  test = { Refusal "" },
  guard = function(left, stored, kind, rnd) return left > 0 and allows(stored, kind, rnd) end,
  let = {
    stored2 = function(stored, kind, rnd) return with_record(stored, kind, rnd) end,
  },
  output = { Left(expr "left - 1"), Disk(stored2), Last(expr "kind") },
}
CrashInSave = transition {
  input = { Left(left), Disk(stored), Last(last), Budget(budget) },
  test = { Refusal "" },
  guard = function(left, budget, stored, kind, rnd, save_failure)
    return left > 0 and budget > 0 and allows(stored, kind, rnd)
  end,
  let = {
    stored2 = function(stored, kind, rnd, save_failure)
      local whole = save_failure == "sync" or save_failure == "mark"
      return whole and with_record(stored, kind, rnd) or stored
    end,
  },
  output = { Left(expr "left - 1"), Disk(stored2), Last "unknown", Budget(expr "budget - 1") },
}
Restart = transition {
  input = { Last(last), Budget(budget) },
  test = { Refusal "" },
  guard = "budget > 0",
  output = { Last "unknown", Budget(expr "budget - 1") },
}
CrashInRestart = transition {
  input = { Last(last), Budget(budget) },
  test = { Refusal "" },
  guard = function(budget, open_failure) return budget > 0 end,
  output = { Last "unknown", Budget(expr "budget - 1") },
}

-- Damage ends a case's life: before the first record, or after the last one.
local head_parts = {
  "magic", "version", "owner", "first", "head_checksum", "unused", "mark_sequence", "mark_end",
  "mark_checksum",
}
local not_forged = { "magic", "head_checksum", "unused", "mark_checksum", "length", "value", "checksum" }

function can_be_damaged(left, last, means, part)
  if left > 0 and left < saves then return false end
  if means == "forge" and contains(not_forged, part) then return false end
  -- Of a log without a record, the number of the first one says nothing.
  if means == "forge" and part == "first" then return last ~= "unknown" end
  if contains(head_parts, part) then return true end
  if part == "value" then return last == "vote" or last == "decision" end
  return last ~= "unknown"
end

function refusal_of(means, part)
  if part == "magic" then return "not_a_log" end
  if means == "forge" and part == "version" then return "other_version" end
  if means == "forge" and part == "owner" then return "other_replica" end
  return "damaged"
end

Damage = transition {
  input = { Budget(budget), Refusal "" },
  test = { Left(left), Last(last) },
  guard = function(budget, left, last, means, part)
    return budget > 0 and can_be_damaged(left, last, means, part)
  end,
  let = { refusal = function(means, part) return refusal_of(means, part) end },
  output = { Budget(expr "budget - 1"), Refusal(refusal) },
}

function ends(left) return left == 0 or left == saves end

Load = transition {
  input = { Left(left), Disk(stored), Refusal(refusal) },
  guard = "ends(left)",
}
LoadAsAnother = transition {
  input = { Left(left), Disk(stored), Refusal "", Budget(budget) },
  guard = function(left, budget, opener)
    return ends(left) and budget > 0 and opener ~= "same_replica"
  end,
  output = { Budget(expr "budget - 1") },
}

-- Promises mean nothing under other quorums: that is another replica. Where something lies in the way,
-- the system says no.
local others = { "other_replica", "other_size", "other_prepare_quorum", "other_accept_quorum" }
local function reason(opener)
  if contains(others, opener) then return "other_replica" end
  return contains({ "second_process", "other_files" }, opener) and opener or "unusable"
end

local function open(opener, stored, refusal)
  return {
    stimulus("Open", { opener = opener }),
    response(refusal == "" and "ExpectStored" or "ExpectRefused", { stored = stored, refusal = refusal }),
  }
end

local function value_nodes(rnd)
  return { xml.node("Rnd", round_name(rnd)), xml.node("Val", "M" .. rnd) }
end

-- The elements of what is stored; nothing for what is not.
local function stored_nodes(stored)
  local nodes = {}
  local function add(name, rnd, content)
    if rnd > 0 then nodes[#nodes + 1] = xml.node(name, content) end
  end
  add("Promised", stored.promised, round_name(stored.promised))
  add("Vote", stored.vote, value_nodes(stored.vote))
  add("Begun", stored.begun, round_name(stored.begun))
  add("Decided", stored.decided, value_nodes(stored.decided))
  return nodes
end

local function format(o)
  if o.name == "Save" then
    local nodes = { xml.node("Record", o.record), xml.node("Rnd", round_name(o.rnd)) }
    if o.record == "vote" or o.record == "decision" then
      nodes[#nodes + 1] = xml.node("Val", "M" .. o.rnd)
    end
    if o.failure ~= "" then nodes[#nodes + 1] = xml.node("FailsAt", o.failure) end
    return xml.node("Save", nodes)
  elseif o.name == "Reopen" then
    if o.failure == "" then return xml.node("Reopen", "") end
    return xml.node("Reopen", { xml.node("FailsAt", o.failure) })
  elseif o.name == "Damage" then
    return xml.node("Damage", { xml.node("Means", o.means), xml.node("Part", o.part) })
  elseif o.name == "Open" then
    return xml.node("Open", o.opener)
  elseif o.name == "ExpectRefused" then
    return xml.node("ExpectRefused", o.refusal)
  end
  return xml.node("ExpectStored", stored_nodes(o.stored))
end

local function suite() return suite_of("storage", 0, 0) end

-- Each record and how its save ends, each opening, the damage, and how the folder is opened in the end.
local function options_of(case)
  local options = { means = "none", part = "none", reopening = "none" }
  local saves = 0
  for _, o in ipairs(case.events) do
    if o.name == "Save" then
      saves = saves + 1
      options["record " .. saves] = o.record
      options["save " .. saves] = o.failure
    elseif o.name == "Reopen" then
      local when = saves == 0 and "first" or "later"
      options.reopening = when .. " " .. o.failure
    elseif o.name == "Damage" then
      options.means, options.part = o.means, o.part
    elseif o.name == "Open" then
      options.opener = o.opener
    end
  end
  options.saves = saves
  return options
end

local observe = {
  [Save] = function(kind, rnd) return stimulus("Save", { record = kind, rnd = rnd, failure = "" }) end,
  [CrashInSave] = function(kind, rnd, save_failure)
    return stimulus("Save", { record = kind, rnd = rnd, failure = save_failure })
  end,
  [Restart] = function() return stimulus("Reopen", { failure = "" }) end,
  [CrashInRestart] = function(open_failure)
    return stimulus("Reopen", { failure = open_failure })
  end,
  [Damage] = function(means, part) return stimulus("Damage", { means = means, part = part }) end,
  [Load] = function(stored, refusal) return open("same_replica", stored, refusal) end,
  [LoadAsAnother] = function(opener, stored) return open(opener, stored, reason(opener)) end,
}

test "storage" { order = "sequence", observe = observe, format = format, suite = suite }
test "storage_pairs" {
  order = "sequence",
  observe = observe,
  format = format,
  suite = suite,
  pairwise = options_of,
}
