-- The lock server as a system under test: adapter run lock.xml --system lock.system.lua

bug = param("", { doc = "a bug of the server that is switched on: server.py --help lists them" })

local with_bug = bug == "" and {} or { "--with-bug", bug }

system "lock server" {
  processes = {
    server = {
      command = append({ "python3", "{here}/server.py", "--port", "{port}" }, with_bug),
      ready   = "port",
    },
  },
  driver = { command = { "python3", "{here}/driver.py" } },
  reuse  = true,                -- the driver resets the server between cases
  limits = { quiet = "0ms" },   -- nothing comes behind what the driver has waited for
}
