-- One learner, and a tester that sends it `messages` Commits, one after the other: of rounds 1 to
-- `rounds` with values M1 to Mv in any order, also twice, also such as Paxos rules out (two values,
-- a value with two rounds). What it has learned first stays.
--
-- Usage: cpngen generate models/paxos/learner_model.lua --spec learner --state-space -o FILE

messages = param(3, { min = 1, max = 6, doc = "length of the message sequences" })
rounds = param(2, { min = 1, max = 9, doc = "number of rounds" })
clients = param(2, { min = 1, max = 9, doc = "number of values" })

replicas = 3 -- what suites.lua asks for
quorum = 2

require "colours"
require "suites"

Learned = union { Nothing = UNIT, Value = product(Round, Value) }
Choice = range(1, rounds)
var { choice = Choice, left = range(0, messages), learned = Learned, learned2 = Learned }

Left = place(range(0, messages), { messages })
LearnerState = place(Learned, { Learned.Nothing })

HandleCommit = transition {
  input = { Left(left), LearnerState(learned) },
  guard = "left > 0",
  let = {
    learned2 = function(learned, choice, v)
      return learned.tag == "Nothing" and Learned.Value { choice, v } or learned
    end,
  },
  output = { Left(expr "left - 1"), LearnerState(learned2) },
}

local function commit(name, rnd, v)
  return xml.node(name, { xml.node("Rnd", round_name(rnd)), xml.node("Val", v) })
end

test "learner" {
  order = "sequence",
  observe = {
    [HandleCommit] = function(choice, v, learned2)
      local rnd, value = learned2.value[1], learned2.value[2]
      return stimulus("commit", { rnd = choice, value = v, learned_rnd = rnd, learned = value })
    end,
  },
  format = function(o)
    return xml.node("TestValue", {
      commit("CommitMsg", o.rnd, o.value),
      commit("ExpectLearned", o.learned_rnd, o.learned),
    })
  end,
  suite = function() return suite_of("learner", 0, 0) end,
}
