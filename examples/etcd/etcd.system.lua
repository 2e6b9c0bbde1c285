-- Three nodes of etcd as a system under test. What one node says to another one goes through `network`,
-- by two links of the adapter: from the node to the network, and from the network to the other node. The
-- partition of a node is that of its two links. Clients ask the nodes directly, also one that is isolated.

bug       = param("", { doc = "a wrong use: stale-reads, retry, lease-lock (driver.py), wiped (node.py)" })
wiped     = param(0, { min = 0, max = 3, doc = "the node whose data is lost with bug=wiped; 0: each" })
joins     = param("existing", { doc = "which cluster such a node joins: existing or new" })
heartbeat = param(20, { min = 5, max = 1000, doc = "of the leader, in milliseconds" })
election  = param(200, { min = 50, max = 10000, doc = "how long a node waits for it, in milliseconds" })
patience  = param(8000, { min = 500, max = 60000, doc = "how long a client waits, in milliseconds" })
fresh     = param(false, { doc = "every case on fresh processes" })

local function is_wiped(i) return bug == "wiped" and (wiped == 0 or wiped == i) end
local names = { "node1", "node2", "node3" }
local processes, links = {}, {}
local network = { "python3", "{here}/network.py" }
for _, name in ipairs(names) do network = append(network, { "{port.from_" .. name .. "}" }) end
network = append(network, { "--" })
for i, name in ipairs(names) do
  network = append(network, { "0.0.0." .. i .. "={address " .. name .. ".peer}" })
  local command = {
    "python3", "{here}/node.py", "--name", name, "--client", "{port.client}", "--peer", "{port.peer}",
    "--network", "{address network.from_" .. name .. "}",
    "--heartbeat", heartbeat, "--election", election,
  }
  processes[name] = {
    command = is_wiped(i) and append(command, { "--with-bug", bug, "--joins", joins }) or command,
    ports   = { "client", "peer" },
    ready   = { port = "client" },
  }
  links = append(links, {
    { from = name, to = "network", port = "from_" .. name },
    { from = "network", to = name, port = "peer" },
  })
end
processes.network = {
  command = network,
  ports   = map(names, function(name) return "from_" .. name end),
  ready   = { line = "network: listening" },
}

local driver = { "python3", "{here}/driver.py", "--patience", patience }
local bugs_of_driver = { "stale-reads", "retry", "lease-lock" }

local function each(action)
  return map(names, function(name) return { [action] = name } end)
end

system "etcd" {
  processes = processes,
  links     = links,
  driver    = {
    command = contains(bugs_of_driver, bug) and append(driver, { "--with-bug", bug }) or driver,
  },
  reuse     = not fresh and "after faults",   -- each case has keys of its own
  limits    = { start = "60s", step = "40s", quiet = "0ms", stop = "5s" },
  faults    = {
    Kill       = { kill = "node{node}" },
    Restart    = { restart = "node{node}" },
    Pause      = { pause = "node{node}" },
    Resume     = { resume = "node{node}" },
    Isolate    = { partition = "node{node}" },
    Heal       = { heal = "node{node}" },
    KillAll    = each("kill"),
    RestartAll = each("restart"),
  },
}
