-- A distributed data base: n managers keep copies of the same data. One at a time changes its own copy,
-- sends a message to each of the others, and waits until all have changed theirs and acknowledged.
--
-- Every marking is a home marking: any state can be reached from any other. There are n*3^(n-1)+1.
--
-- Source: the sample DistributedDataBase of CPN Tools.
--
--   cpngen space models/distributed_data_base.lua -D n=7
--   cpngen check models/distributed_data_base.lua
--
--   n   markings     arcs
--   3         28       42
--   5        406    1,090
--   7      5,104   20,426

n = param(3, { min = 1, max = 12, doc = "number of managers" })

Manager = range(1, n)
Message = product(Manager, Manager) -- sender, receiver
var { s = Manager, r = Manager }

-- The messages of s: one to each of the others.
function messages_of(s)
  local others = filter(range_list(1, n), function(r) return r ~= s end)
  return map(others, function(r) return { s, r } end)
end
local all_messages = fold(range_list(1, n), {}, function(list, s) return append(list, messages_of(s)) end)

Inactive, Waiting, Performing = place(Manager, all), place(Manager), place(Manager)
Unused, Sent = place(Message, all_messages), place(Message)
Received, Acknowledged = place(Message), place(Message)
Passive, Active = place(UNIT, { unit }), place(UNIT) -- is a change under way?

UpdateAndSend = transition {
  input = { Inactive(s), Passive(unit), Unused(each "messages_of(s)") },
  output = { Waiting(s), Active(unit), Sent(each "messages_of(s)") },
}
ReceiveMessage = transition {
  input = { Inactive(r), Sent { s, r } },
  output = { Performing(r), Received { s, r } },
}
SendAcknowledgement = transition {
  input = { Performing(r), Received { s, r } },
  output = { Inactive(r), Acknowledged { s, r } },
}
ReceiveAcknowledgements = transition {
  input = { Waiting(s), Active(unit), Acknowledged(each "messages_of(s)") },
  output = { Inactive(s), Passive(unit), Unused(each "messages_of(s)") },
}

property "one manager at a time changes the data" (INV(NF(function(M) return #M.Waiting <= 1 end)))
