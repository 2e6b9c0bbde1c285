Worker, Vote = range(1, 3), enum { "yes", "no" }
WxVote  = product(Worker, Vote)
Ballot  = list(WxVote)
Promise = record { rnd = INT, from = Worker }
Message = union { Prepare = product(Worker, INT), Value = INT, Nothing = UNIT }
var { w = Worker, v = Vote, b = Ballot, b2 = Ballot, p = Promise, m = Message, i = INT, j = INT }
Idle, Votes, Collected = place(Worker, all), place(WxVote, { { 1, "no" } }), place(Ballot, { {} })
Cast = transition { input = { Idle(w) }, output = { Votes { w, v } } }
test "votes" {
  observe = { [Cast] = function(w, v) return stimulus("Vote", { worker = w, value = v }) end },
  format = function(o) return xml.node(o.name, { xml.node("ID", o.worker), xml.node("V", o.value) }) end,
  suite = function() return { name = "votes", configuration = { xml.node("Workers", 3) } } end,
  attributes = function(case) return { { "Votes", #case.stimuli } } end,
}
test "by hand" {
  detection = function(be) return be.name == "Cast" and be.binding.v == "no" end,
  observation = function(be) return response("Refused", { by = be.binding.w, where = be.instance }) end,
  order = "sequence",
  normalise = function(case) table.sort(case.events) return case end,
}
