-- The eventually perfect failure detector of one replica (Cachin, Guerraoui & Rodrigues, "Reliable
-- and Secure Distributed Programming", algorithm 2.7) that watches all replicas. In each period it
-- pings them; at the time-out it suspects who has not answered, and restores whom it suspected but
-- who has: that was a false suspicion. (In the Paxos model only failed leaders are suspected.) A late
-- answer, to a ping of an earlier period, is no sign of life. It says that the delay is too short, as
-- a false suspicion does: the delay grows. Each suspicion and each restoration is reported once.
--
-- Usage: cpngen generate models/paxos/failure_detector_model.lua --spec failure_detector \
--            --state-space -o FILE
--        cpngen generate models/paxos/failure_detector_model.lua --spec failure_detector_reports \
--            --state-space -D late_answers=3 -o FILE

replicas = param(3, { min = 1, max = 6, doc = "number of replicas" })
late_answers = param(0, {
  min = 0,
  max = 6,
  doc = "at most so many replicas answer a ping of an earlier period before a time-out",
})
quorum = replicas // 2 + 1

require "suites"

Replica = range(1, replicas)
ReplicaSet = list(Replica) -- sorted
var {
  a = Replica,
  alive = ReplicaSet,
  late = ReplicaSet,
  suspected = ReplicaSet,
  suspected2 = ReplicaSet,
}

Alive = place(ReplicaSet, { range_list(1, replicas) }) -- who has answered since the last time-out
Late = place(ReplicaSet, { {} }) -- who has answered a ping of an earlier period since then
Suspected = place(ReplicaSet, { {} })

AnswerPing = transition {
  input = { Alive(alive) },
  guard = function(alive, a) return not contains(alive, a) end,
  output = { Alive(expr "insert(alive, a)") },
}
AnswerLate = transition {
  input = { Late(late) },
  guard = function(late, a) return #late < late_answers and not contains(late, a) end,
  output = { Late(expr "insert(late, a)") },
}
Timeout = transition {
  input = { Alive(alive), Late(late), Suspected(suspected) },
  let = {
    suspected2 = function(alive)
      return filter(range_list(1, replicas), function(i) return not contains(alive, i) end)
    end,
  },
  output = { Alive {}, Late {}, Suspected(suspected2) },
}

local function flags(list, item, ids) -- one element for each replica: is it in `ids`?
  return xml.node(list, map(range_list(1, replicas), function(i)
    return xml.node(item, contains(ids, i))
  end))
end

local function without(ids, others)
  return filter(ids, function(i) return not contains(others, i) end)
end

test "failure_detector" {
  cases = "occurrences",
  observe = {
    [Timeout] = function(alive, suspected, suspected2)
      return {
        stimulus("Timeout", { alive = alive, suspected = suspected }),
        response("Suspects", { suspected = suspected2 }),
      }
    end,
  },
  format = function(o)
    if o.name == "Suspects" then return flags("ExpectSuspects", "ExpectSuspect", o.suspected) end
    return {
      xml.node("ServerIDs", server_ids()),
      flags("Alives", "Alive", o.alive),
      flags("Suspects", "Suspected", o.suspected),
    }
  end,
  suite = function() return suite_of("failuredetector", 0, 0) end,
}

-- The same with late answers, and with all that a time-out says.
test "failure_detector_reports" {
  cases = "occurrences",
  observe = {
    [Timeout] = function(alive, late, suspected, suspected2)
      local restored = without(suspected, suspected2)
      return {
        stimulus("Timeout", { alive = alive, late = late, suspected = suspected }),
        response("Findings", {
          suspected = suspected2,
          longer = #restored > 0 or #late > 0,
          newly_suspected = without(suspected2, suspected),
          restored = restored,
        }),
      }
    end,
  },
  format = function(o)
    if o.name == "Timeout" then
      return {
        xml.node("ServerIDs", server_ids()),
        flags("Alives", "Alive", o.alive),
        flags("Suspects", "Suspected", o.suspected),
        flags("Lates", "Late", o.late),
      }
    end
    local function report(name, ids)
      return xml.node(name, map(ids, function(i) return xml.node("ID", server_name(i)) end))
    end
    return {
      flags("ExpectSuspects", "ExpectSuspect", o.suspected),
      xml.node("ExpectLonger", o.longer),
      report("ExpectNewlySuspected", o.newly_suspected),
      report("ExpectRestored", o.restored),
    }
  end,
  suite = function() return suite_of("failuredetector", 0, 0) end,
}
