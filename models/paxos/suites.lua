-- How this folder's suites name things, and what they begin with.

-- Replica i is server 8080 + i - 1, and the first round of replica i has its server's number.
function server_name(replica) return 8079 + replica end
function round_name(rnd) return 8079 + rnd end

-- The vote in a promise: no vote yet is round 0 with an empty value.
function vote_nodes(vote)
  local rnd, value = 0, ""
  if vote.tag == "For" then rnd, value = round_name(vote.value[1]), vote.value[2] end
  return xml.node("Vrnd", rnd), xml.node("Vval", value)
end

function server_ids()
  return map(range_list(1, replicas), function(i) return xml.node("ID", server_name(i)) end)
end

-- `quorums` are those of the phases by their names, where they are not all `quorum`.
function suite_of(kind, phase_one, phase_two, quorums)
  local nodes = { xml.node("SystemSize", replicas), xml.node("QuorumSize", quorum) }
  for _, phase in ipairs { "Prepare", "Accept", "Commit" } do
    local size = quorums and quorums[phase] or quorum
    if size ~= quorum then nodes = append(nodes, { xml.node(phase .. "Quorum", size) }) end
  end
  return {
    name = string.format("tcs-paxos-%s-s%d-%d-%d", kind, replicas, phase_one, phase_two),
    configuration = append(nodes, {
      xml.node("ServerIDs", server_ids()),
      xml.node("FailurePhaseOne", phase_one),
      xml.node("FailurePhaseTwo", phase_two),
    }),
  }
end
