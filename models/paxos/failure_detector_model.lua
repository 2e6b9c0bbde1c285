-- The eventually perfect failure detector of one replica (Cachin, Guerraoui & Rodrigues, "Reliable
-- and Secure Distributed Programming", algorithm 2.7) that watches all replicas. In each period it
-- pings them; at the time-out it suspects who has not answered, and restores whom it suspected but
-- who has: that was a false suspicion. (In the Paxos model only failed leaders are suspected.)
--
-- Usage: cpngen generate models/paxos/failure_detector_model.lua --spec failure_detector \
--            --state-space -o FILE

replicas = param(3, { min = 1, max = 6, doc = "number of replicas" })
quorum = replicas // 2 + 1

require "suites"

Replica = range(1, replicas)
ReplicaSet = list(Replica) -- sorted
var { a = Replica, alive = ReplicaSet, suspected = ReplicaSet, suspected2 = ReplicaSet }

Alive = place(ReplicaSet, { range_list(1, replicas) }) -- who has answered since the last time-out
Suspected = place(ReplicaSet, { {} })

AnswerPing = transition {
  input = { Alive(alive) },
  guard = function(alive, a) return not contains(alive, a) end,
  output = { Alive(expr "insert(alive, a)") },
}
Timeout = transition {
  input = { Alive(alive), Suspected(suspected) },
  let = {
    suspected2 = function(alive)
      return filter(range_list(1, replicas), function(i) return not contains(alive, i) end)
    end,
  },
  output = { Alive {}, Suspected(suspected2) },
}

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
    local function flags(list, item, ids) -- one element for each replica: is it in `ids`?
      return xml.node(list, map(range_list(1, replicas), function(i)
        return xml.node(item, contains(ids, i))
      end))
    end
    if o.name == "Suspects" then return flags("ExpectSuspects", "ExpectSuspect", o.suspected) end
    return {
      xml.node("ServerIDs", server_ids()),
      flags("Alives", "Alive", o.alive),
      flags("Suspects", "Suspected", o.suspected),
    }
  end,
  suite = function() return suite_of("failuredetector", 0, 0) end,
}
