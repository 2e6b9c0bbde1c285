-- The clients: each proposes its own value to all replicas, and takes the value that a quorum of
-- replicas answers.

ProposeValue = module(function(_ENV)
  ClientRequest, ServerResponse = In(ClientValue), Out(ClientValue)
  Request, Response = Out(ReplicaValue), In(ReplicaClientValue)
  RequestReplies = place(ClientCall)

  SendRequest = transition {
    priority = NEWS,
    input = { ClientRequest { c, v } },
    output = { Request { all, v }, RequestReplies { c, {} } },
  }
  ApplyRequestQF = transition {
    priority = LEARN,
    input = { Response { a, c, v }, RequestReplies { c, values } },
    let = { values2 = expr "insert(values, v)" },
    output = {
      RequestReplies(when(expr "#values2 < replicas", { c, values2 })),
      ServerResponse(when(expr "#values2 == quorum", { c, v })),
    },
  }
end)

Clients = module(function(_ENV)
  Request, Response = Out(ReplicaValue), In(ReplicaClientValue)
  ClientRequest = place(ClientValue, map(range_list(1, clients), function(i)
    return { i, "M" .. i }
  end))
  ServerResponse = place(ClientValue)

  ProposeValue = substitution(ProposeValue)
end)
