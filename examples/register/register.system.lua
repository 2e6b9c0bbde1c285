-- The register as a system under test: N replicas, each a process; the driver plays the clients, each on
-- links of its own, so that one of them can be cut off from some of the replicas.
--
-- The programs are found in the folder `bin`; -D bin=DIR names another one.

N       = param(3, { min = 1, max = 9, doc = "number of replicas" })
clients = param(4, { min = 1, max = 9, doc = "number of clients, as in the model: writers + readers" })
fresh   = param(false, { doc = "every case on fresh processes" })
bin     = param("{here}/../../build/release/bin", { doc = "where the programs are" })
bug     = param("", { doc = "a bug: register_driver --help and register_replica --help list them" })

local function with_bug(command, has_it)
  return has_it and append(command, { "--with-bug", bug }) or command
end

local replicas = {}
for r = 1, N do
  local command = { bin .. "/register_replica", "--listen", "127.0.0.1:{port}", "--data", "{folder}/states" }
  replicas["replica" .. r] = { command = with_bug(command, bug == "state-lost"), ready = "port" }
end

local names, links = {}, {}
for c = 1, clients do
  names[c] = "client" .. c
  for r = 1, N do links = append(links, { { from = names[c], to = "replica" .. r } }) end
end

system "register" {
  processes = replicas,
  links     = links,
  driver    = {
    command = with_bug({ bin .. "/register_driver" }, bug ~= "" and bug ~= "state-lost"),
    clients = names,
  },
  reuse     = not fresh and "after faults",     -- each case has a register of its own
  limits    = { step = "5s", quiet = "0ms" },   -- nothing comes behind what the driver has waited for
  faults    = {
    Crash   = { kill = "replica{replica}" },
    Restart = { restart = "replica{replica}" },
    Cut     = { cut = "client{client} -> replica{replica}" },
    Heal    = { heal = "client{client} -> replica{replica}" },
    -- Which replicas a client reaches from now on.
    ReachOnly   = { { cut = "client{client} -> *" }, { heal = "client{client} -> replica{replica}" } },
    ReachAllBut = { { heal = "client{client} -> *" }, { cut = "client{client} -> replica{replica}" } },
    ReachAll    = { heal = "client{client} -> *" },
  },
}
