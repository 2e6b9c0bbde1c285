#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "suite/reader.h"
#include "testing/text.h"

namespace cpngen {
namespace {

using testing::Call;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using ::testing::StartsWith;

/// A client that asks a server, which can crash; the chart has both.
constexpr const char* kService = R"(
State = enum { "up", "down" }
var { i = INT, s = State }
Client = place(INT, { 0 })
Server = place(State, { "up" })
Request, Reply = place(INT), place(INT)
Send = transition { input = { Client(i) }, output = { Request(i) }, guard = "i < 3" }
Answer = transition { input = { Request(i) }, test = { Server("up") }, output = { Reply(i) } }
Receive = transition { input = { Reply(i) }, output = { Client(expr("i + 1")) } }
Crash = transition { kind = "fault", input = { Server("up") }, output = { Server("down") } }
Restart = transition { kind = "repair", input = { Server("down") }, output = { Server("up") } }
property "gets two answers" (INV(POS(NF(function(M) return M.Client[1] == 2 end))))
chart { participants = { "client", "server" }, messages = {
  [Send] = function(i) return { from = "client", to = "server", label = "request " .. i } end,
  [Answer] = function(i) return { from = "server", to = "client", label = "reply " .. i } end } }
)";

class DebugCommandTest : public ::testing::Test {
 protected:
  Outcome Debug(const std::string& subject, const std::vector<std::string>& commands,
                std::vector<std::string> more = {}) {
    std::vector<std::string> words{"debug", subject};
    words.insert(words.end(), more.begin(), more.end());
    for (const std::string& command : commands) {
      words.emplace_back("--command");
      words.push_back(command);
    }
    return Call(words);
  }
  /// What is printed of commands that all go well.
  std::string Text(const std::vector<std::string>& commands) {
    const Outcome outcome = Debug(model_, commands);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.out;
  }
  /// What is printed of the last command, which goes wrong.
  std::string Wrong(const std::vector<std::string>& commands) {
    const std::vector<std::string> before(commands.begin(), commands.end() - 1);
    const std::size_t printed = before.empty() ? 0 : Text(before).size();
    const Outcome outcome = Debug(model_, commands);
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    return outcome.out.substr(printed);
  }
  std::string File(const std::string& name) { return (folder_.path() / name).string(); }
  static std::string Contents(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }

  base::TemporaryFolder folder_;
  std::string model_ = folder_.Write("service.lua", kService);
};

TEST_F(DebugCommandTest, FiresGoesBackAndForwardAndBranches) {
  EXPECT_EQ(Text({"fire Send", "fire 1", "b 2", "s", "fire Crash", "branches"}),
            ">    1  Send (i = 0)\n"
            "        - Client: 1`0\n"
            "        + Request: 1`0\n"
            ">    2  Answer (i = 0)\n"
            "        - Request: 1`0\n"
            "        + Reply: 1`0\n"
            "at the start\n"
            ">    1  Send (i = 0)\n"
            "        - Client: 1`0\n"
            "        + Request: 1`0\n"
            ">    2  Crash ()\n"
            "        - Server: 1`up\n"
            "        + Server: 1`down\n"
            "  0: 2 steps\n"
            "> 1: leaves 0 after step 1 by Crash (); 2 steps\n");
}

TEST_F(DebugCommandTest, AnEmptyLineIsTheLastCommandAgain) {
  EXPECT_THAT(Text({"fire Send", "fire Answer", "jump 0", "step", ""}),
              HasSubstr(">    2  Answer (i = 0)"));
}

TEST_F(DebugCommandTest, UndoGoesBackToTheBeginning) {
  EXPECT_THAT(Text({"fire Send", "bookmark sent", "undo", "undo", "choices"}),
              HasSubstr("at the start\n   1  Send (i = 0)\n   2  Crash ()\n"));
  EXPECT_EQ(Wrong({"undo"}), "there is nothing to undo\n");
}

TEST_F(DebugCommandTest, UndoTakesBackEachThing) {
  const std::vector<std::string> run{"fire Send", "fire Answer", "jump 1"};
  const auto after = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = run;
    all.insert(all.end(), more.begin(), more.end());
    return Text(all).substr(Text(run).size());
  };
  const std::string place = Text(run).substr(Text({"fire Send", "fire Answer"}).size());
  const std::string answered = "  0: 2 steps\n";
  // A step, forwards and backwards; a jump; going on to a breakpoint or to the end.
  for (const std::string moved : {"step", "back", "jump 2", "continue"}) {
    EXPECT_THAT(after({moved, "undo"}), EndsWith(place)) << moved;
  }
  // A branch is gone, and so is what a walk has added.
  EXPECT_THAT(after({"fire Crash", "undo", "branches"}), EndsWith(place + "> 0: 2 steps\n"));
  EXPECT_THAT(after({"live gets two answers", "undo", "branches"}),
              EndsWith(place + "> 0: 2 steps\n"));
  // Another branch.
  EXPECT_THAT(after({"fire Crash", "branches 0", "undo", "branches"}),
              HasSubstr("> 1: leaves 0 after step 1 by Crash (); 2 steps\n"));
  // Bookmarks, where they were set and where one returned to.
  EXPECT_THAT(after({"bookmark here", "undo", "branches"}), EndsWith("> 0: 2 steps\n"));
  EXPECT_THAT(after({"bookmark here", "step", "return here", "undo"}),
              EndsWith(">    2  Answer (i = 0)\n        - Request: 1`0\n        + Reply: 1`0\n"));
  // Breakpoints, set and deleted.
  EXPECT_THAT(after({"break Answer", "undo", "break"}), HasSubstr("no breakpoints"));
  EXPECT_THAT(after({"break Answer", "delete 1", "undo", "break"}),
              EndsWith("   1  transition Answer\n"));
}

TEST_F(DebugCommandTest, ReturnsToBookmarks) {
  EXPECT_THAT(Text({"fire Send", "bookmark sent", "jump 0", "fire Crash", "return sent"}),
              HasSubstr("bookmark sent\nat the start\n"));
  EXPECT_EQ(Wrong({"fire Send", "bookmark sent", "return snet"}),
            "there is no bookmark snet; did you mean sent?\n");
}

TEST_F(DebugCommandTest, ContinuesToBreakpoints) {
  EXPECT_THAT(Text({"fire Send", "fire Answer", "fire Receive", "jump 0", "break Receive",
                    "break place Reply", "break if #M.Request == 1", "c", "c", "c", "c"}),
              HasSubstr("breakpoint 1: transition Receive\n"
                        "breakpoint 2: place Reply\n"
                        "breakpoint 3: if #M.Request == 1\n"
                        "breakpoint 3: if #M.Request == 1\n>    1"));
  EXPECT_THAT(Text({"fire Send", "break Answer", "delete 1", "jump 0", "c"}),
              HasSubstr("the run ends here\n>    1"));
}

TEST_F(DebugCommandTest, BreaksWhereTheTextOfAStepIsFound) {
  EXPECT_THAT(Text({"fire Send", "fire Crash", "fire Restart", "jump 0", "break matches ^(C|R)",
                    "continue", "continue"}),
              EndsWith("breakpoint 1: matches ^(C|R)\n>    2  Crash ()\n"
                       "        - Server: 1`up\n        + Server: 1`down\n"
                       "breakpoint 1: matches ^(C|R)\n>    3  Restart ()\n"
                       "        - Server: 1`down\n        + Server: 1`up\n"));
  EXPECT_THAT(Wrong({"break matches ("}), HasSubstr("missing ): ("));
}

TEST_F(DebugCommandTest, BreaksAtTheCriticalStepOfASearch) {
  // Without Restart a crash is the end of all answers.
  const std::string text = test::Replace(kService, "Restart = transition {",
                                         "Restart = transition { guard = \"false\",");
  const std::string model = folder_.Write("mortal.lua", text);
  const std::string found = File("found.json");
  EXPECT_EQ(Call({"search", model, "--trace", found}).code, 1);
  const Outcome outcome = Debug(found, {"break critical", "continue"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("breakpoint 1: the critical step\nbreakpoint 1: the critical "
                                     "step\n>"));
  EXPECT_THAT(outcome.out, HasSubstr("  Crash ()\n"));
  EXPECT_THAT(outcome.out, HasSubstr("-- the critical transition: from here on"));
  EXPECT_EQ(Wrong({"break critical"}),
            "no critical step is known of this run; a search finds it and writes it with --trace "
            "FILE\n");
}

TEST_F(DebugCommandTest, BreakKnowsThePropertiesOfCheck) {
  EXPECT_THAT(
      Text({"live gets two answers seed 4", "jump 0", "break property gets two answers", "c"}),
      HasSubstr("breakpoint 1: property \"gets two answers\" is live\n"));
  EXPECT_EQ(Wrong({"break property gets two answer"}),
            "there is no property gets two answer; did you mean gets two answers?\n");
}

TEST_F(DebugCommandTest, SaysWhatWasMeant) {
  EXPECT_EQ(Wrong({"stpe"}), "there is no command stpe; did you mean step?\n");
  EXPECT_EQ(Wrong({"fire Sned"}), "there is no transition Sned; did you mean Send?\n");
  EXPECT_EQ(Wrong({"break place Relpy"}), "there is no place Relpy; did you mean Reply?\n");
  EXPECT_EQ(Wrong({"jump 3"}), "there is no step 3: the run has none yet\n");
  EXPECT_EQ(Wrong({"jump x"}), "a number is needed, not x\n");
  EXPECT_EQ(Wrong({"fire 9"}), "there is no choice 9; there are 2\n");
}

TEST_F(DebugCommandTest, ExplainsWhatCannotOccur) {
  EXPECT_EQ(Text({"fire Send", "fire Crash", "why Answer"})
                .substr(Text({"fire Send", "fire Crash"}).size()),
            "Answer cannot occur here:\n"
            "  Answer (i = 0) needs 1`up on Server; there is 1`down since step 2; step 2 "
            "took it\n");
  EXPECT_EQ(Text({"why Send"}), "Send can occur here:\n  Send (i = 0)\n");
}

TEST_F(DebugCommandTest, ShowsTheMarkingAndWhatTheLastStepChanged) {
  EXPECT_THAT(Text({"fire Send", "marking"}),
              HasSubstr("  Server: 1`up\n* Request: 1`0\n* Client: empty\n"));
}

TEST_F(DebugCommandTest, DrawsMessagesBetweenTheLifelinesOfTheChart) {
  EXPECT_THAT(Text({"fire Send", "fire Crash", "fire Restart", "fire Answer", "graph"}),
              HasSubstr("          client  server\n"
                        "      1   o------>o         request 0\n"
                        ">     4   *<----' |         reply 0\n"));
}

TEST_F(DebugCommandTest, FollowsOneNodeAndWhatAnExpressionFinds) {
  const std::vector<std::string> run{"fire Send", "fire Crash", "fire Restart", "fire Answer",
                                     "jump 0"};
  const auto after = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = run;
    all.insert(all.end(), more.begin(), more.end());
    return Text(all).substr(Text(run).size());
  };
  EXPECT_THAT(after({"node server", "step", "step"}),
              StartsWith("2 of 4 steps are of server\n>    1  Send"));
  EXPECT_THAT(after({"node server", "step", "step"}), HasSubstr(">    4  Answer"));
  EXPECT_THAT(after({"node i=0", "list 1"}), Not(HasSubstr("Crash")));
  EXPECT_EQ(after({"filter (Crash|Restart)", "list 1"}),
            "2 of 4 steps have (Crash|Restart)\n     2  Crash ()\n     3  Restart ()\n");
}

TEST_F(DebugCommandTest, WalksToLifeTheSameWayWithTheSameSeed) {
  const std::string text = Text({"live gets two answers seed 7"});
  EXPECT_THAT(text, StartsWith("live after "));
  EXPECT_EQ(Text({"live gets two answers seed 7"}), text);
  EXPECT_EQ(Debug(model_, {"live gets two answers steps 2"}).code, 3);
}

TEST_F(DebugCommandTest, SavesTracesAndRecordsThatOpenAgain) {
  const std::string json = File("run.json");
  Text({"fire Send", "fire Answer", "save " + json, "save " + File("run.record")});
  const std::string list = " 1  Send (i = 0)\n>    2  Answer (i = 0)\n";
  EXPECT_THAT(Debug(json, {"jump 2", "list"}).out, HasSubstr(list));
  EXPECT_THAT(Debug(model_, {"jump 2", "list"}, {"--replay", File("run.record")}).out,
              HasSubstr(list));
  EXPECT_EQ(Call({"simulate", model_, "--replay", json}).code, 0);
  EXPECT_EQ(Wrong({"save " + model_}).find("service.lua") == std::string::npos, false);
  EXPECT_EQ(Contents(model_), kService);
}

TEST_F(DebugCommandTest, ComparesWithTheRunOfAnotherFile) {
  const std::string json = File("run.json");
  Text({"fire Send", "fire Answer", "save " + json});
  const std::string text = Text({"fire Send", "fire Crash", "filediff " + json});
  EXPECT_THAT(text, HasSubstr("both share 1 step\n"
                              "step 2 here:  Crash ()\n"
                              "       there: Answer (i = 0)\n"
                              "after step 2 here (-) and after step 2 there (+):\n"
                              "  - Server: 1`down\n"
                              "  + Server: 1`up\n"
                              "  - Request: 1`0\n"
                              "  + Reply: 1`0\n"));
}

/// kService with a specification of test cases.
const std::string kTested = std::string(kService) + R"(
test "answers" { order = "sequence", observe = {
  [Send] = function(i) return stimulus("Request", { number = i }) end,
  [Receive] = function(i) return response("Reply", { number = i }) end } }
)";

TEST_F(DebugCommandTest, SavesARunAsATestCaseThatReplays) {
  const std::string model = folder_.Write("tested.lua", kTested);
  const std::string file = File("case.xml");
  const std::vector<std::string> round{"fire Send", "fire Answer", "fire Receive"};
  std::vector<std::string> commands{"fire Crash", "fire Restart"};
  for (int i = 0; i < 3; ++i) commands.insert(commands.end(), round.begin(), round.end());
  commands.push_back("save " + file);
  const Outcome saved = Debug(model, commands);
  EXPECT_EQ(saved.code, 0) << saved.out << saved.err;
  EXPECT_THAT(saved.out, HasSubstr("case.xml: 1 test case\n"));
  const suite::Suite suite = suite::ReadSuite(file);
  ASSERT_EQ(suite.cases().size(), 1u);
  EXPECT_EQ(suite::StepsOf(suite, suite.cases()[0]).size(), 3u);  // a request, and its reply, each
  // The model can go through the case, and through no other one.
  const auto unknown_in = [&](const std::string& of) {
    const Outcome cover = Call({"cover", model, of, "--json"});
    EXPECT_EQ(cover.code, 0) << cover.err;
    return nlohmann::json::parse(cover.out).at("files").at(0).at("unknown").size();
  };
  EXPECT_EQ(unknown_in(file), 0u);
  const std::string wrong = folder_.Write(
      "wrong.xml",
      test::Replace(Contents(file), "<Reply>\n        <number>2<", "<Reply>\n        <number>7<"));
  EXPECT_EQ(unknown_in(wrong), 1u);
}

TEST_F(DebugCommandTest, NothingObservedIsNoTestCase) {
  const std::string model = folder_.Write("tested.lua", kTested);
  const Outcome saved = Debug(model, {"fire Crash", "save " + File("case.xml")});
  EXPECT_EQ(saved.code, 2);
  EXPECT_THAT(saved.out, HasSubstr("nothing of this run is observed: no test case\n"));
}

TEST_F(DebugCommandTest, ARunOfAnotherModelIsRefused) {
  const std::string json = File("run.json");
  Text({"fire Send", "save " + json});
  const std::string other = folder_.Write("other.lua",
                                          "P = place(INT, { 1 })\nGo = transition { "
                                          "input = { P(1) } }\n");
  const Outcome outcome = Debug(other, {"list"}, {"--replay", json});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("step 1, Send (i = 0), is not enabled; enabled are\n  Go ()"));
}

/// A trace of a system: a request, a crash while the second one is under way, a restart.
constexpr const char* kLockRun = R"({"format": "cpngen-trace", "version": 1,
 "traces": [{"made_by": "adapter", "system": "lock", "nodes": ["client", "server"],
 "critical": 4, "steps": [
 {"number":1,"kind":"stimulus","node":"client","name":"Acquire","fields":[["id","1"]]},
 {"number":2,"kind":"deliver","node":"server","name":"Acquire","cause":1,
  "state":[["holder","client"],["queue",""]]},
 {"number":3,"kind":"stimulus","node":"client","name":"Release"},
 {"number":4,"kind":"fault","node":"server","name":"crash for good","state":[["holder",""]]},
 {"number":5,"kind":"fault","node":"server","name":"lose","cause":3}]}]})";

TEST_F(DebugCommandTest, LooksAtTracesOfSystemsWithoutAModel) {
  const std::string run = folder_.Write("run.json", kLockRun);
  const Outcome outcome =
      Debug(run, {"graph", "jump 2", "marking server", "jump 4", "diff 1", "fire Send"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out,
            "          client  server\n"
            "      1   o.      |         Acquire (id 1)\n"
            "      2   | `---->*         Acquire from step 1\n"
            "      3   o.      |         Release\n"
            "      4   | \\     X         crash for good\n"
            "      5   |  `X             lose from step 3\n"
            ">    2  gets server: Acquire from step 1\n"
            "        - client: under way from step 1: client: Acquire (id 1)\n"
            "        + server: holder: client\n"
            "server:\n"
            "*   holder: client\n"
            ">    4  server: crash for good\n"
            "        - server: holder: client\n"
            "        + server: status: crashed\n"
            "from step 1 to step 4:\n"
            "  + client: Release: (step 3)\n"
            "  - client: under way from step 1: client: Acquire (id 1)\n"
            "  + client: under way from step 3: client: Release\n"
            "  + server: status: crashed\n"
            "fire needs a model, and this is a trace alone\n");
}

TEST_F(DebugCommandTest, TracesOfSystemsHaveBreakpointsBookmarksAndUndo) {
  const std::string run = folder_.Write("run.json", kLockRun);
  const auto text = [&](const std::vector<std::string>& commands) {
    return Debug(run, commands).out;
  };
  EXPECT_THAT(text({"break server Acquire", "continue"}),
              StartsWith("breakpoint 1: server Acquire\nbreakpoint 1: server Acquire\n>    2"));
  EXPECT_THAT(text({"break Release", "continue"}), HasSubstr(">    3  client: Release"));
  EXPECT_THAT(text({"break server", "continue", "continue"}), HasSubstr(">    4  server: crash"));
  EXPECT_THAT(text({"break crash", "continue"}), HasSubstr(">    4  server: crash for good"));
  EXPECT_THAT(text({"break critical", "continue"}), HasSubstr(">    4  server: crash for good"));
  EXPECT_THAT(text({"break matches id [0-9]", "continue"}), HasSubstr(">    1  client: Acquire"));
  EXPECT_EQ(text({"break client crash"}), "client never crashes in this run\n");
  EXPECT_EQ(text({"break sever"}), "there is no event or node sever; did you mean server?\n");
  EXPECT_EQ(text({"break server Acquired"}),
            "there is no event of server Acquired; did you mean Acquire?\n");
  EXPECT_EQ(text({"jump 3", "bookmark b", "jump 0", "return b", "branches"}),
            text({"jump 3"}) + "bookmark b\nat the start\n" + text({"jump 3"}) +
                "> 0: 5 steps\n  bookmark b: step 3 of 0\n");
  EXPECT_EQ(text({"jump 3", "step", "undo"}), text({"jump 3", "step"}) + text({"jump 3"}));
  EXPECT_THAT(text({"jump 3", "bookmark b", "undo", "branches"}), EndsWith("> 0: 5 steps\n"));
  EXPECT_THAT(text({"break crash", "undo", "break"}), HasSubstr("no breakpoints"));
  EXPECT_THAT(text({"break crash", "delete 1", "undo", "break"}), EndsWith("   1  crash\n"));
  EXPECT_EQ(text({"undo"}), "there is nothing to undo\n");
}

TEST_F(DebugCommandTest, HelpTeaches) {
  EXPECT_THAT(Text({"help"}), HasSubstr("  step [N]                        take the next step"));
  EXPECT_THAT(Text({"help break"}), HasSubstr("break critical"));
}

TEST_F(DebugCommandTest, AScriptEndsWithItsFirstMistake) {
  const Outcome outcome = Debug(model_, {"fire Send", "fier Answer", "fire Answer"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, Not(HasSubstr("Answer (i")));
}

}  // namespace
}  // namespace cpngen
