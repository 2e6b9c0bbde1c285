#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"

namespace cpngen {
namespace {

using testing::Call;
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
  EXPECT_THAT(Text({"fire Send", "fire Answer", "graph"}),
              HasSubstr("          client  server\n"
                        "      1   o------>*         request 0\n"
                        ">     2   *<------o         reply 0\n"));
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

TEST_F(DebugCommandTest, LooksAtTracesOfSystemsWithoutAModel) {
  const std::string run = folder_.Write("run.json", R"({"format": "cpngen-trace", "version": 1,
 "traces": [{"made_by": "adapter", "system": "lock", "nodes": ["client", "server"], "steps": [
 {"number":1,"kind":"stimulus","node":"client","name":"Acquire","fields":[["id","1"]]},
 {"number":2,"kind":"deliver","node":"server","name":"Acquire","cause":1},
 {"number":3,"kind":"fault","node":"server","name":"crash"}]}]})");
  const Outcome outcome = Debug(run, {"graph", "jump 3", "marking server", "diff 1", "fire Send"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out,
            "          client  server\n"
            "      1   *       |         Acquire (id 1)\n"
            "      2   o------>*         Acquire from step 1\n"
            "      3   |       X         crash\n"
            ">    3  server: crash\n"
            "        + server: status: crashed\n"
            "server:\n"
            "*   status: crashed\n"
            "from step 1 to step 3:\n"
            "  - client: under way from step 1: client: Acquire (id 1)\n"
            "  + server: status: crashed\n"
            "fire needs a model, and this is a trace alone\n");
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
