#include "adapter/systems/external/system_file.h"

#include <gtest/gtest.h>

#include "adapter/input_error.h"
#include "adapter/systems/external/instance.h"
#include "base/temporary_folder.h"
#include "testing/text.h"

namespace adapter::external {
namespace {

class SystemFileTest : public ::testing::Test {
 protected:
  SystemDescription Read(const std::string& text,
                         const std::map<std::string, std::string>& parameters = {}) {
    return ReadSystemFile(folder_.Write("s.lua", text), parameters);
  }
  /// Its first line, without the folder's path.
  std::string ErrorOf(const std::string& text) {
    try {
      Read(text);
    } catch (const InputError& error) {
      const std::string all = test::Replace(error.what(), folder_.path().string() + '/', "");
      return all.substr(0, all.find('\n'));
    }
    return "no error";
  }

  base::TemporaryFolder folder_;
};

TEST_F(SystemFileTest, AWholeOne) {
  const SystemDescription system = Read(R"(
N = param(2)
local servers = {}
for i = 1, N do
  servers["s" .. i] = { command = { "server", i, "{port.peer}" }, ports = { "client", "peer" },
                        ready = { port = "peer" }, environment = { HOME = "{folder}" } }
end
system "register" {
  processes = servers,
  links = { { from = "s1", to = "s2", port = "peer" } },
  driver = { command = { "driver", "--at", "{port}" }, speaks = "grpc" },
  limits = { step = "3s", quiet = "0" },
  faults = { Crash = { kill = "s{Server}" },
             Slow = { { delay = "s1 -> s2.peer", by = "50ms" }, { pause = { "s1", "s2" } } } },
  reuse = true,
}
)",
                                        {{"N", "3"}});
  EXPECT_EQ(system.name, "register");
  ASSERT_EQ(system.processes.size(), 3u);
  EXPECT_EQ(system.processes[2].name, "s3");
  EXPECT_EQ(system.processes[2].command, (std::vector<std::string>{"server", "3", "{port.peer}"}));
  EXPECT_EQ(system.processes[2].ready.text, "peer");
  EXPECT_EQ(system.processes[2].environment.at("HOME"), "{folder}");
  ASSERT_EQ(system.links.size(), 1u);
  EXPECT_EQ(system.links[0].port, "peer");
  EXPECT_TRUE(system.driver.grpc);
  EXPECT_EQ(system.limits.step, std::chrono::seconds(3));
  EXPECT_EQ(system.limits.quiet, std::chrono::seconds(0));
  ASSERT_EQ(system.faults.size(), 2u);
  EXPECT_EQ(system.faults[1].actions[0].amount, "50");
  EXPECT_EQ(system.faults[1].actions[1].targets.size(), 2u);
  EXPECT_EQ(system.reuse, Reuse::kUndisturbed);
}

TEST_F(SystemFileTest, AllLinksAreThoseOfEveryProcessAndTheDriverToEveryOther) {
  const SystemDescription system = Read(
      "system \"s\" { processes = { a = { command = { \"x\" } }, b = { command = { \"x\" } } },\n"
      "links = \"all\", driver = { command = { \"d\" } } }\n");
  ASSERT_EQ(system.links.size(), 4u);
  EXPECT_EQ(system.links[0].from + system.links[0].to, "ab");
  EXPECT_EQ(system.links[3].from + system.links[3].to, "driverb");
}

TEST_F(SystemFileTest, LinksBeginAtClientsThatTheDriverPlays) {
  const SystemDescription system = Read(
      "system \"s\" { processes = { a = { command = { \"x\" } } }, links = \"all\",\n"
      "driver = { command = { \"d\" }, clients = { \"c1\", \"c2\" } } }\n");
  EXPECT_EQ(system.driver.clients, (std::vector<std::string>{"c1", "c2"}));
  ASSERT_EQ(system.links.size(), 3u);
  EXPECT_EQ(NameOf(system.links[0], system), "driver -> a");
  EXPECT_EQ(NameOf(system.links[2], system), "c2 -> a");
}

TEST_F(SystemFileTest, NamesOfClientsAreTheirOwn) {
  for (const std::string name : {"a", "driver", "c 1"}) {
    EXPECT_EQ(ErrorOf("system \"s\" { processes = { a = { command = { \"x\" } } },\n"
                      "driver = { command = { \"d\" }, clients = { \"" +
                      name + "\" } } }"),
              "s.lua:2:31: \"" + name +
                  "\" is no name for a client: letters, digits, _ and - make one, and nothing "
                  "else has it");
  }
}

TEST_F(SystemFileTest, CasesCanUseProcessesAgainAfterFaults) {
  const std::string driver = "system \"s\" { driver = { command = { \"d\" } }, ";
  EXPECT_EQ(Read(driver + "reuse = \"after faults\" }").reuse, Reuse::kAfterFaults);
  EXPECT_EQ(Read(driver + "reuse = false }").reuse, Reuse::kNever);
  EXPECT_EQ(ErrorOf(driver + "reuse = \"always\" }"),
            "s.lua:1:46: reuse is true, false or \"after faults\"");
}

TEST_F(SystemFileTest, OneSystemAndADriver) {
  EXPECT_EQ(ErrorOf(""), "s.lua:1:1: a system file declares one system: system \"name\" { ... }");
  EXPECT_EQ(ErrorOf("system \"a\" {}"), "s.lua:1:1: system \"a\" has no driver");
  EXPECT_EQ(ErrorOf("system \"a\" { driver = {} }"), "s.lua:1:14: driver has no command");
}

TEST_F(SystemFileTest, UnknownFieldsAndTheirNearest) {
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\" } }, limit = {} }"),
            "s.lua:1:46: system \"a\" has no field limit; did you mean limits?");
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { comand = { \"d\" } } }"),
            "s.lua:1:14: driver has no command");
}

TEST_F(SystemFileTest, UnknownPlaceholders) {
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\", \"{adress b}\" } } }"),
            "s.lua:1:14: {adress b} stands for nothing here: {port}, {port.NAME}, {address "
            "PROCESS}, {address PROCESS.PORT}, {folder} and {here} do");
  EXPECT_EQ(
      ErrorOf("system \"a\" { driver = { command = { \"d\", \"{\" } } }"),
      "s.lua:1:14: a brace without its other half in \"{\"; a brace itself is written twice: "
      "{port}, {port.NAME}, {address PROCESS}, {address PROCESS.PORT}, {folder} and {here} do");
}

TEST_F(SystemFileTest, BracesOfFaultsBelongTogether) {
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\" } },\n"
                    "faults = { F = { kill = '{' } } }"),
            "s.lua:2:12: a brace without its other half in \"{\"; a brace itself is written twice");
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\" } },\n"
                    "faults = { F = { delay = 'a', by = '{' } } }")
                .substr(0, 40),
            "s.lua:2:12: a brace without its other ha");
}

TEST_F(SystemFileTest, WhatALogMatchesIsAnExpressionOfRe2) {
  EXPECT_EQ(
      ErrorOf("system \"a\" { processes = { s = { command = { \"x\" },\n"
              "ready = { matches = ('('):rep(50000) } } }, driver = { command = { \"d\" } } }"),
      "s.lua:1:14: '" + std::string(40, '(') +
          "...' is no regular expression of RE2: missing "
          "): " +
          std::string(40, '(') + "...");
}

TEST_F(SystemFileTest, OnlyADriverThatSpeaksGrpcHasAPort) {
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\", \"{port}\" } } }"),
            "s.lua:1:14: a driver that speaks JSON has no {port}: it reads and writes lines; one "
            "that serves gRPC says so with speaks = \"grpc\"");
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\" }, speaks = \"grpc\" } }"),
            "s.lua:1:14: a driver that speaks gRPC is told where to listen: {port} in its command");
  const SystemDescription system = Read(
      "system \"a\" { driver = { command = { \"d\" }, environment = { PORT = \"{port}\" }, speaks "
      "= "
      "\"grpc\" } }");
  EXPECT_TRUE(system.driver.grpc);
}

TEST_F(SystemFileTest, UnknownProcessesAndPorts) {
  EXPECT_EQ(ErrorOf("system \"a\" { processes = { server = { command = { \"x\" } } },\n"
                    "driver = { command = { \"d\" } }, links = { { from = \"sever\", to = "
                    "\"server\" } } }"),
            "s.lua:2:33: there is no process sever; did you mean server?");
}

TEST_F(SystemFileTest, WrongSpans) {
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\" } }, limits = { step = 3 } }"),
            "s.lua:1:46: step is a time span such as \"250ms\", \"10s\" or \"2m\"");
}

TEST_F(SystemFileTest, WrongFaults) {
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\" } }, faults = { Crash = { kil = "
                    "\"x\" } } }"),
            "s.lua:1:46: fault Crash has no field kil; did you mean kill?");
  const std::string begin =
      "system \"a\" { processes = { p = { command = { \"x\" } } }, driver = { command = { \"d\" } "
      "},\n";
  EXPECT_EQ(ErrorOf(begin + "faults = { Half = { half_open = \"*\", reset = \"p\" } } }"),
            "s.lua:2:12: reset is \"from\" or \"to\"");
  EXPECT_EQ(ErrorOf(begin + "links = { { from = \"driver\", to = \"p\", udp = 1 } } }"),
            "s.lua:2:1: udp is true or false");
  EXPECT_EQ(ErrorOf(begin + "faults = { Cut = { disconnect = \"*\", reset = \"to\" } } }"),
            "s.lua:2:12: fault Cut has no field reset");
  EXPECT_EQ(ErrorOf("system \"a\" { driver = { command = { \"d\" } }, faults = { Slow = { delay = "
                    "\"x\" } } }"),
            "s.lua:1:46: fault Slow has no by");
}

}  // namespace
}  // namespace adapter::external
