-- Two-phase commit as a system under test: a coordinator and W workers, each a process.
--
-- The programs are found in the folder `bin`; -D bin=DIR names another one.

W   = param(3, { min = 1, max = 16, doc = "number of workers" })
bin = param("{here}/../../build/release/bin", { doc = "where the programs are" })
bug = param("", { doc = "a bug of the coordinator: tpc_coordinator --help lists them" })

local workers, addresses = {}, ""
for w = 1, W do
  workers["worker" .. w] = {
    command = { bin .. "/tpc_worker", "--listen", "127.0.0.1:{port}" },
    ready   = "port",
  }
  addresses = addresses .. (w > 1 and "," or "") .. "{address worker" .. w .. "}"
end

-- A worker votes when a case says so: the coordinator waits longer than any case takes.
local coordinator = { bin .. "/tpc_coordinator", "--listen", "127.0.0.1:{port}",
                      "--workers", addresses, "--patience", 60000 }
if bug ~= "" then coordinator = append(coordinator, { "--with-bug", bug }) end
workers.coordinator = { command = coordinator, ready = "port" }

system "two-phase commit" {
  processes = workers,
  driver    = { command = { bin .. "/tpc_driver" } },
  reuse     = true,              -- each case is a transaction of its own
  -- A case ends when every call is answered; a busy machine takes its time to start five programs.
  limits    = { start = "60s", step = "10s", quiet = "0ms" },
  faults    = { Crash = { kill = "worker{WorkerID}" } },
}
