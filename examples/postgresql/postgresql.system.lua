-- A server of PostgreSQL as a system under test, and the isolation level that its clients ask for.

level = param("serializable", { doc = "read committed, repeatable read or serializable" })

system "PostgreSQL" {
  processes = {
    server = {
      command = { "python3", "{here}/server.py", "--port", "{port}" },
      ready   = { line = "database system is ready to accept connections" },
    },
  },
  driver = { command = { "python3", "{here}/driver.py", "--level", level } },
  reuse  = true,   -- the driver makes the table anew
  limits = { start = "30s", step = "10s", quiet = "0ms" },
}
