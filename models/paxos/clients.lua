-- The clients: each proposes its own value to all replicas, and takes the value that a quorum of
-- replicas answers.

ProposeValue = module(function(_ENV)
  ClientRequest, ServerResponse = In(ClientValue), Out(ClientValue)
  Request, Response = Out(ReplicaValue), In(ReplicaClientValue)
  RequestReplies = place(ClientCall)

  SendRequest = transition {
    priority = LOCAL,
    input = { ClientRequest { c, v } },
    output = { Request { all, v }, RequestReplies { c, {} } },
  }
  ApplyRequestQF = transition {
    priority = LOCAL,
    input = { Response { a, c, v }, RequestReplies { c, values } },
    let = { values2 = expr "insert(values, v)" },
    output = {
      when(expr "#values2 < replicas", RequestReplies { c, values2 }),
      when(expr "#values2 == quorum", ServerResponse { c, v }),
    },
  }
end)

Clients = module(function(_ENV)
  Request, Response = Out(ReplicaValue), In(ReplicaClientValue)
  local requests = {}
  for i = 1, clients do requests[i] = { i, "M" .. i } end
  ClientRequest = place(ClientValue, requests)
  ServerResponse = place(ClientValue)

  ProposeValue = substitution(ProposeValue)
end)
