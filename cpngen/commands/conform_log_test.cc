// Logs of a system that `cpngen conform --log` judges.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "testing/text.h"

namespace cpngen {
namespace {

using testing::Call;
using ::testing::HasSubstr;
using testing::Outcome;

constexpr const char* kMapping = R"(
event "Request" {
  kind = "stimulus",
  when = function(r) return r.msg == "request" end,
  fields = function(r) return { client = r.client } end,
}
event "Granted" {
  kind = "response",
  when = function(r) return r.msg == "granted" end,
  fields = function(r) return { client = r.client } end,
}
log "lock" { node = "host", clock = function(r) return r.vc end }
)";

// Client 2 is granted the lock while client 1 has it. Clocks say that it was after its request.
constexpr const char* kLog =
    R"({"msg":"granted","client":1,"host":"server","vc":{"server":1,"c1":1}}
{"msg":"granted","client":2,"host":"server","vc":{"server":2,"c1":1,"c2":1}}

{"msg":"request","client":1,"host":"c1","vc":{"c1":1}}
{"msg":"debug","host":"c1"}
{"msg":"request","client":2,"host":"c2","vc":{"c2":1}}
)";

class ConformLogTest : public ::testing::Test {
 protected:
  Outcome Judge(const std::string& log, const std::string& order = "file",
                const std::string& mapping = kMapping) {
    const std::string file = folder_.Write("a.jsonl", log);
    const std::string model = test::SourcePath("/examples/lock/lock.lua");
    Outcome outcome = Call(
        {"conform", model, file, "--log", folder_.Write("map.lua", mapping), "--order", order});
    outcome.out = WithoutFolder(outcome.out);
    outcome.err = WithoutFolder(outcome.err);
    return outcome;
  }
  std::string WithoutFolder(std::string text) const {
    const std::string folder = folder_.path().string() + '/';
    for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos;) {
      text.erase(at, folder.size());
    }
    return text;
  }

  base::TemporaryFolder folder_;
};

TEST_F(ConformLogTest, LinesAreInTheirOrder) {
  EXPECT_EQ(Judge("{\"msg\":\"request\",\"client\":2}\n{\"msg\":\"granted\",\"client\":2}\n",
                  "file", test::Replace(kMapping, "log \"lock\"", "-- "))
                .out,
            "a.jsonl: conforms, 2 events\n");
  EXPECT_EQ(Judge(kLog).code, 1);
  EXPECT_THAT(Judge(kLog).out, HasSubstr("a.jsonl: DOES NOT CONFORM at line 1\n"));
}

TEST_F(ConformLogTest, FarthestCutIsNamedWhenNoOrderIsARun) {
  const Outcome outcome = Judge(kLog, "clock");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out,
            R"(a.jsonl: DOES NOT CONFORM in any order that is possible; farthest, at line 2
  before it: 3 events, explained by a run of 3 steps:
    1. Request (c = 1)  [line 4: stimulus Request (client 1)]
    2. Grant (c = 1)  [line 1: response Granted (client 1)]
    3. Request (c = 2)  [line 6: stimulus Request (client 2)]
  no marking explains response Granted (client 2)
    Grant (c = 2) would show it, but
      needs 1`() on Free, which is empty; step 2 took it
    what may come there:
      stimulus Release (client 1)
)");
}

TEST_F(ConformLogTest, SomeOrderOfTheNodesEventsIsEnough) {
  const std::string log =
      "{\"msg\":\"granted\",\"client\":2,\"host\":\"server\"}\n"
      "{\"msg\":\"request\",\"client\":2,\"host\":\"client\"}\n";
  const std::string mapping = test::Replace(kMapping, ", clock = function(r) return r.vc end", "");
  EXPECT_EQ(Judge(log, "file", mapping).code, 1);
  EXPECT_EQ(Judge(log, "node", mapping).out, "a.jsonl: conforms, 2 events\n");
}

TEST_F(ConformLogTest, ClocksKeepWhatHappenedBeforeBefore) {
  // The request happened after the grant that it would be needed for.
  const std::string log =
      "{\"msg\":\"granted\",\"client\":2,\"host\":\"server\",\"vc\":{\"server\":1}}\n"
      "{\"msg\":\"request\",\"client\":2,\"host\":\"client\",\"vc\":{\"server\":1,\"client\":1}}\n";
  EXPECT_EQ(Judge(log, "node").code, 0);
  EXPECT_EQ(Judge(log, "clock").code, 1);
}

TEST_F(ConformLogTest, WrongClocksAreErrorsAtTheirLine) {
  EXPECT_EQ(
      Judge("{\"msg\":\"request\",\"client\":2,\"host\":\"c\",\"vc\":{\"d\":1}}\n", "clock").err,
      "cpngen: a.jsonl:1: its clock has no count of c, its own node\n");
  const Outcome back = Judge(
      "{\"msg\":\"request\",\"client\":2,\"host\":\"c\",\"vc\":{\"c\":2}}\n"
      "{\"msg\":\"granted\",\"client\":2,\"host\":\"c\",\"vc\":{\"c\":1}}\n",
      "clock");
  EXPECT_EQ(back.err,
            "cpngen: a.jsonl:2: its clock has 1 for c, its own node, which had 2 before\n");
  EXPECT_EQ(back.code, 2);
}

TEST_F(ConformLogTest, WhatIsNoRecordIsAnErrorAtItsLine) {
  const Outcome outcome = Judge("{\"msg\":\"debug\"}\n{\"msg\":\n");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "a.jsonl:2:8: this is no JSON: unexpected end of input\n{\"msg\":\n       ^\n");
  EXPECT_THAT(Judge("[1]\n").err, HasSubstr("a.jsonl:1:1: a record of a log is a JSON object\n"));
}

TEST_F(ConformLogTest, FailingMappingNamesItsLineAndThatOfTheLog) {
  const Outcome outcome = Judge(
      kLog, "file",
      test::Replace(kMapping, "\"granted\" end,\n  fields = function(r) return { client = r.client",
                    "\"granted\" end,\n  fields = function(r) return { client = r.client.x"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("attempt to index a number value (field 'client'), in fields of a.jsonl:1 "
                        "of event \"Granted\"\n"));
}

TEST_F(ConformLogTest, MisspeltEventIsAnErrorOfTheMapping) {
  const std::string log =
      "{\"msg\":\"request\",\"client\":2,\"host\":\"c\"}\n"
      "{\"msg\":\"granted\",\"client\":2,\"host\":\"s\"}\n";
  const std::string mapping = test::Replace(kMapping, ", clock = function(r) return r.vc end", "");
  const std::string misspelt = test::Replace(mapping, "event \"Granted\"", "event \"Grantde\"");
  for (const char* order : {"file", "node"}) {
    const Outcome outcome = Judge(log, order, misspelt);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err,
              "map.lua:7:1: no response of the specification that was met is named Grantde (there "
              "is Granted); did you mean Granted?; line 2 of a.jsonl has such an event\n"
              "event \"Grantde\" {\n^\n");
  }
  const std::string stimulus = test::Replace(mapping, "event \"Granted\" {\n  kind = \"response\"",
                                             "event \"Granted\" {\n  kind = \"stimulus\"");
  EXPECT_THAT(Judge(log, "file", stimulus).err,
              HasSubstr("map.lua:7:1: the specification shows Granted as a response, not as a "
                        "stimulus; line 2 of a.jsonl"));
}

TEST_F(ConformLogTest, MisspeltFieldIsAnErrorOfTheMapping) {
  const std::string mapping =
      test::Replace(kMapping, "\"granted\" end,\n  fields = function(r) return { client",
                    "\"granted\" end,\n  fields = function(r) return { cleint");
  const Outcome outcome = Judge(kLog, "file", mapping);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("map.lua:10:3: no response Granted of the specification that "
                                     "was met has a field cleint (there is client); did you mean "
                                     "client?; line 1 of a.jsonl has such an event\n"));
}

TEST_F(ConformLogTest, EventThatNothingIsLikeIsAVerdict) {
  const Outcome outcome =
      Judge("{\"msg\":\"panic\",\"host\":\"s\",\"vc\":{\"s\":1}}\n", "file",
            std::string(kMapping) +
                "event \"Panic\" { when = function(r) return r.msg == \"panic\" end }\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("  no response of the specification that was met is named "
                                     "Panic (there is Granted)\n"));
}

TEST_F(ConformLogTest, MisspeltEventIsFoundBehindOthersThatWaitForIt) {
  // The grant comes first in the file, and waits for the request that is misspelt.
  const std::string log =
      "{\"msg\":\"granted\",\"client\":2,\"host\":\"s\"}\n"
      "{\"msg\":\"request\",\"client\":2,\"host\":\"c\"}\n";
  const std::string mapping =
      test::Replace(test::Replace(kMapping, ", clock = function(r) return r.vc end", ""),
                    "event \"Request\"", "event \"Reqest\"");
  EXPECT_THAT(
      Judge(log, "node", mapping).err,
      HasSubstr("map.lua:2:1: no stimulus of the specification that was met is named Reqest "
                "(there are Release, Request); did you mean Request?"));
}

TEST_F(ConformLogTest, MisspeltMembersOfAMappingAreNamed) {
  EXPECT_THAT(
      Judge(kLog, "file", test::Replace(kMapping, "kind = \"stimulus\"", "kinds = \"stimulus\""))
          .err,
      HasSubstr("has kind, when and fields, and no kinds; did you mean kind?\n"));
  EXPECT_THAT(Judge(kLog, "file", test::Replace(kMapping, "node =", "nods =")).err,
              HasSubstr("has node and clock, and no nods; did you mean node?\n"));
  EXPECT_THAT(Judge(kLog, "file", test::Replace(kMapping, "\"stimulus\"", "\"stimulis\"")).err,
              HasSubstr("is \"stimulus\" or \"response\"; did you mean stimulus?\n"));
}

TEST_F(ConformLogTest, MappingsThatSayTooLittleAreRefused) {
  EXPECT_THAT(Judge(kLog, "file", "x = 1\n").err, HasSubstr("the mapping has no event; event "));
  EXPECT_EQ(Judge(kLog, "file", "event \"A\" { kind = \"response\" }\n").err,
            "map.lua:1:1: event \"A\" lacks when = function(record) ... end, which says of which "
            "records it is made\nevent \"A\" { kind = \"response\" }\n^\n");
  EXPECT_EQ(Judge(kLog, "file", "event \"A\" { kind = \"output\" }\n").err,
            "map.lua:1:13: kind of event \"A\" is \"stimulus\" or \"response\"\n"
            "event \"A\" { kind = \"output\" }\n            ^\n");
  EXPECT_EQ(
      Judge(kLog, "node", "event \"A\" { when = function() return true end }\n").err,
      "cpngen: --order node: map.lua does not say what nodes the records have; log \"NAME\" { node "
      "= ..., clock = ... } does\n");
}

}  // namespace
}  // namespace cpngen
