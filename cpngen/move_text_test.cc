#include "debugger/move_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"

namespace cpngen {
namespace {

using ::testing::HasSubstr;

constexpr const char* kServers = R"(
Role = enum { "candidate", "leader" }
Log = record { last = INT, votes = list(INT) }
Server = record { id = INT, log = Log, role = Role }
Pair = product(INT, Server)
var { s = Server, r = Server, i = INT, k = INT }
Config = place(INT, { 3 })
Tokens = place(INT, { 5 })
)";

/// What the first step prints of the tokens, with more declarations.
std::string Moves(const std::string& more) {
  const base::TemporaryFolder folder;
  const std::string model = folder.Write("m.lua", kServers + more);
  const testing::Outcome outcome = testing::Call({"simulate", model, "--steps", "1"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  std::string moves;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("      ")) moves += line + '\n';
  }
  return moves;
}

constexpr const char* kChange = R"(
local function lead(s)
  return { id = s.id, log = { last = s.log.last + 1, votes = s.log.votes }, role = "leader" }
end
)";

TEST(MoveText, ChangedFieldsOfARecordAreShownAlone) {
  EXPECT_EQ(Moves(std::string(kChange) + R"(
Servers = place(Server, { { id = 2, log = { last = 0, votes = { 1 } }, role = "candidate" } })
T = transition { input = { Servers(s) }, output = { Servers(function(s) return lead(s) end) } }
)"),
            "      ~ Servers: {log: {last: 0 -> 1}, role: candidate -> leader}\n");
}

TEST(MoveText, PlainFieldsTellWhichOfSeveralTokensItIs) {
  EXPECT_THAT(Moves(std::string(kChange) + R"(
Servers = place(Server, { { id = 2, log = { last = 0, votes = {} }, role = "candidate" },
                          { id = 3, log = { last = 0, votes = {} }, role = "leader" } })
T = transition { input = { Servers(s) }, guard = function(s) return s.id == 2 end,
                 output = { Servers(function(s) return lead(s) end) } }
)"),
              HasSubstr("~ Servers: {id = 2, log: {last: 0 -> 1}, role: candidate -> leader}\n"));
}

TEST(MoveText, RecordInATupleIsShownByItsFields) {
  EXPECT_EQ(Moves(std::string(kChange) + R"(
Pairs = place(Pair, { { 7, { id = 2, log = { last = 0, votes = {} }, role = "leader" } } })
T = transition { input = { Pairs { i, s } },
                 output = { Pairs(function(i, s) return { i, lead(s) } end) } }
)"),
            "      ~ Pairs: (7, {log: {last: 0 -> 1}})\n");
}

TEST(MoveText, TokensThatAreOnlyReadAreShownOnce) {
  EXPECT_EQ(Moves("T = transition { input = { Config(k), Tokens(i) }, output = { Config(k) } }\n"),
            "      = Config: 1`3\n      - Tokens: 1`5\n");
}

TEST(MoveText, OtherTokensAreShownWhole) {
  EXPECT_EQ(
      Moves("T = transition { input = { Tokens(i) }, output = { Tokens(expr \"i + 1\") } }\n"),
      "      - Tokens: 1`5\n      + Tokens: 1`6\n");
}

}  // namespace
}  // namespace cpngen
