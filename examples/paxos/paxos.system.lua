-- The replicated service of docs/paxos_service.md as a system under test: N replicas, each `paxos_server`
-- with its data on disk. Replicas reach each other through links of the adapter, clients directly.
--
-- The programs are found in the folder `bin`; -D bin=DIR names another one.

N      = param(3, { min = 1, max = 7, doc = "number of replicas, as in the model" })
bin    = param("{here}/../../build/release/bin", { doc = "where the programs are" })
period = param(25, { min = 5, max = 10000, doc = "of the failure detectors, in milliseconds" })
timeout = param(150, { min = 5, max = 10000, doc = "of calls between replicas, in milliseconds" })
bug    = param("", { doc = "a wrong use: no-data (replicas come back without their data)" })

local ids = range_list(0, N - 1)

local function peers(own)
  local words = map(ids, function(i)
    return i .. "=" .. (i == own and "127.0.0.1:{port}" or "{address replica" .. i .. "}")
  end)
  return table.concat(words, ",")
end

local replicas = {}
for _, i in ipairs(ids) do
  local command = {
    bin .. "/paxos_server", "--id", i, "--peers", peers(i),
    "--delay", period, "--delta", period // 2, "--timeout", timeout,
  }
  replicas["replica" .. i] = {
    command = bug == "no-data" and command or append(command, { "--data-dir", "{folder}/data" }),
    ready   = "port",
  }
end

local links = {}
for _, i in ipairs(ids) do
  for _, j in ipairs(remove(ids, i)) do
    links = append(links, { { from = "replica" .. i, to = "replica" .. j } })
  end
end

local function each(action)
  return map(ids, function(i) return { [action] = "replica" .. i } end)
end

system "paxos" {
  processes = replicas,
  links     = links,
  driver    = { command = { bin .. "/paxos_driver" } },
  -- A value is decided once: each run has fresh replicas.
  limits    = { step = "4s", quiet = "5ms" },
  faults    = {
    Kill    = { kill = "replica{replica}" },
    Restart = { restart = "replica{replica}" },
    KillAll    = each("kill"),
    RestartAll = each("restart"),
    Pause   = { pause = "replica{replica}" },
    Resume  = { resume = "replica{replica}" },
    Slow    = { delay = "*", by = "40ms" },
    Isolate = { partition = "replica{replica}" },
    Heal    = { heal = "*" },
  },
}
