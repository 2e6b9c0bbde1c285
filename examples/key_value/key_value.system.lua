-- The key-value store as a system under test: adapter run key_value.xml --system key_value.system.lua
--
-- The programs are found in the folder `bin`; -D bin=DIR names another one.

bin = param("{here}/../../build/release/bin", { doc = "where the programs are" })
bug = param("", { doc = "a bug of the store that is switched on: kv_store --help lists them" })

local with_bug = bug == "" and {} or { "--with-bug", bug }

system "key-value store" {
  processes = {
    store = {
      command = append({ bin .. "/kv_store", "--port", "{port}", "--log", "{folder}/log" }, with_bug),
      ready   = "port",
    },
  },
  driver = { command = { bin .. "/kv_driver", "--port", "{port}" }, speaks = "grpc" },
  reuse  = "after faults",                      -- each case has keys of its own
  -- Enough for a busy machine; a case ends when every operation is answered.
  limits = { start = "60s", step = "10s", quiet = "0ms" },
  faults = { Crash = { { kill = "store" }, { restart = "store" } } },
}
