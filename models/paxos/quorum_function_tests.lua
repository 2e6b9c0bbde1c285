-- Unit tests of the quorum functions: each application is a test case of its own. The stimulus is
-- the replies, the response whether they are a quorum and, if so, the combined reply.

-- What a message says in a suite: a refusal has round 0, no vote yet is round 0 and an empty value. A
-- stray reply is of the round before.
local function replied_round(message)
  local stray = message.tag == "StrayPromise" or message.tag == "StrayLearn"
  return stray and round_of(message) - 1 or round_of(message)
end

local function promise_fields(message)
  if message.tag == "Refusal" then return { rnd = 0, vrnd = 0, vval = "" } end
  local rnd, vote = replied_round(message), message.value[2]
  if vote.tag == "None" then return { rnd = round_name(rnd), vrnd = 0, vval = "" } end
  return { rnd = round_name(rnd), vrnd = round_name(vote.value[1]), vval = vote.value[2] }
end

local function learn_fields(message)
  if message.tag == "Refusal" then return { rnd = 0, vval = "" } end
  return { rnd = round_name(replied_round(message)), vval = message.value[2] }
end

local function application(replies, fields, is_quorum, combined)
  local function says_the_round(message)
    return message.tag ~= "Refusal" and replied_round(message) == round_of(message)
  end
  -- Without a reply of the round that was asked for a suite cannot tell which one that was.
  if #filter(replies, says_the_round) == 0 then return nil end
  local result = is_quorum and { fields(combined) } or {}
  return {
    stimulus("Replies", { messages = map(replies, fields) }),
    response("Result", { quorum = is_quorum, messages = result }),
  }
end

-- Formats an application; `element` makes an XML element of one message.
local function format(element)
  return function(o)
    local nodes = o.kind == "response" and { xml.node("Quorum", o.quorum) } or {}
    for _, message in ipairs(o.messages) do nodes[#nodes + 1] = element(message) end
    return nodes
  end
end

test "prepare_qf" {
  cases = "occurrences",
  observe = {
    [Prepare.ApplyPrepareQF] = function(rnd, replies2, highest)
      local combined = Message.Promise { rnd, highest }
      return application(replies2, promise_fields, (prepare_qf(replies2)), combined)
    end,
  },
  format = format(function(message)
    return xml.node("PromiseMsg", {
      xml.node("Rnd", message.rnd),
      xml.node("Vrnd", message.vrnd),
      xml.node("Vval", message.vval),
    })
  end),
  suite = function() return suite_of("qfprepare", phase_one_failures, phase_two_failures) end,
}

test "accept_qf" {
  cases = "occurrences",
  observe = {
    [Accept.ApplyAcceptQF] = function(rnd, v, replies2)
      local combined = Message.Learn { rnd, v }
      return application(replies2, learn_fields, accept_qf(replies2), combined)
    end,
  },
  format = format(function(message)
    return xml.node("LearnMsg", { xml.node("Rnd", message.rnd), xml.node("Vval", message.vval) })
  end),
  suite = function() return suite_of("qfaccept", phase_one_failures, phase_two_failures) end,
}

test "commit_qf" {
  cases = "occurrences",
  observe = {
    [Commit.ApplyCommitQF] = function(rnd, replies2)
      local combined = Message.Committed(rnd)
      return application(replies2, function() return "" end, commit_qf(replies2), combined)
    end,
  },
  format = format(function() return xml.node("EmptyMsg", "") end),
  suite = function() return suite_of("qfcommit", phase_one_failures, phase_two_failures) end,
}
