-- Quorum calls: a request goes to all replicas, and a quorum function, pure, is applied to the
-- replies so far each time that one more has come: the call returns once they are a quorum. Later
-- replies are applied, too (they must change nothing); after the last one the call is over.

function round_of(message)
  local of = message.value
  return type(of) == "number" and of or of[1]
end

local function count(replies, tag)
  return #filter(replies, function(message) return message.tag == tag end)
end

-- Phase one: a quorum is `quorum` promises. Yields the vote with the highest round in them.
function prepare_qf(replies)
  local highest = Vote.None
  for _, message in ipairs(replies) do
    local vote = message.tag == "Promise" and message.value[2] or Vote.None
    if vote.tag == "For" and (highest.tag == "None" or vote.value[1] > highest.value[1]) then
      highest = vote
    end
  end
  return count(replies, "Promise") >= quorum, highest
end

-- Phase two: a quorum is `quorum` votes for the value that was asked for.
function accept_qf(replies) return count(replies, "Learn") >= quorum end

-- Phase three: a quorum is `quorum` replies.
function commit_qf(replies) return #replies >= quorum end

Prepare = module(function(_ENV)
  PrepareCall = InOut(ReplicaMessage) -- the call, and what it returns
  PtoAPrepare, AtoPPrepare = Out(ReplicaMessage), In(ReplicaMessage)
  PrepareReplies = place(CallReplies)

  SendPrepareMessages = transition {
    priority = LOCAL,
    input = { PrepareCall { s, Message.Prepare(rnd) } },
    output = { PtoAPrepare { all, Message.Prepare(rnd) }, PrepareReplies { s, rnd, {} } },
  }
  ApplyPrepareQF = transition {
    priority = REPLY,
    input = { AtoPPrepare { a, reply }, PrepareReplies { s, rnd, replies } },
    guard = "rnd == round_of(reply)",
    let = {
      replies2 = expr "insert(replies, reply)",
      highest = function(replies2)
        local _, vote = prepare_qf(replies2)
        return vote
      end,
    },
    output = {
      PrepareReplies(when(expr "#replies2 < replicas", { s, rnd, replies2 })),
      PrepareCall(when(
        expr "prepare_qf(replies2) and not prepare_qf(replies)",
        { s, Message.Promise { rnd, highest } }
      )),
    },
  }
end)

Accept = module(function(_ENV)
  AcceptCall = InOut(ReplicaMessage)
  PtoAAccept, AtoPAccept = Out(ReplicaMessage), In(ReplicaMessage)
  AcceptReplies = place(CallValueReplies)

  SendAcceptMessages = transition {
    priority = LOCAL,
    input = { AcceptCall { s, Message.Accept { rnd, v } } },
    output = { PtoAAccept { all, Message.Accept { rnd, v } }, AcceptReplies { s, rnd, v, {} } },
  }
  ApplyAcceptQF = transition {
    priority = REPLY,
    input = { AtoPAccept { a, reply }, AcceptReplies { s, rnd, v, replies } },
    guard = "rnd == round_of(reply)",
    let = { replies2 = expr "insert(replies, reply)" },
    output = {
      AcceptReplies(when(expr "#replies2 < replicas", { s, rnd, v, replies2 })),
      AcceptCall(when(
        expr "accept_qf(replies2) and not accept_qf(replies)",
        { s, Message.Learn { rnd, v } }
      )),
    },
  }
end)

Commit = module(function(_ENV)
  CommitCall = InOut(ReplicaMessage)
  PtoLCommit, LtoPCommit = Out(ReplicaMessage), In(ReplicaMessage)
  CommitReplies = place(CallReplies)

  SendCommitMessages = transition {
    priority = LOCAL,
    input = { CommitCall { s, Message.Commit { rnd, v } } },
    output = { PtoLCommit { all, Message.Commit { rnd, v } }, CommitReplies { s, rnd, {} } },
  }
  ApplyCommitQF = transition {
    priority = LAST,
    input = { LtoPCommit { a, reply }, CommitReplies { s, rnd, replies } },
    guard = "rnd == round_of(reply)",
    let = { replies2 = expr "insert(replies, reply)" },
    output = {
      CommitReplies(when(expr "#replies2 < replicas", { s, rnd, replies2 })),
      CommitCall(when(
        expr "commit_qf(replies2) and not commit_qf(replies)",
        { s, Message.Committed(rnd) }
      )),
    },
  }
end)
