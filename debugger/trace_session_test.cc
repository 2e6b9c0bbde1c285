#include "debugger/trace_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace debugger {
namespace {

using ::testing::ElementsAre;
using trace::Kind;

/// A server that grants, crashes while a request is under way, and comes back.
trace::Trace LockRun() {
  trace::Trace run;
  run.header.system = "lock.lua";
  run.Add({.kind = Kind::kStimulus, .node = "client", .name = "Acquire", .fields = {{"id", "1"}}});
  run.Add({.kind = Kind::kEvent, .node = "server", .name = "Leader", .fields = {{"term", "1"}}});
  run.Add({.kind = Kind::kDeliver, .node = "server", .name = "Acquire", .cause = 1});
  run.Add({.kind = Kind::kFault, .node = "server", .name = "crash"});
  run.Add({.kind = Kind::kFault, .node = "server", .name = "restart"});
  run.Add({.kind = Kind::kEvent, .node = "server", .name = "Leader", .fields = {{"term", "2"}}});
  return run;
}

std::vector<std::string> StateOf(TraceSession& session, std::size_t step) {
  std::vector<std::string> lines;
  for (const StateLine& line : session.StateAt(step)) {
    lines.push_back(line.module + " / " + line.name + " = " + line.text);
  }
  return lines;
}

TEST(TraceSession, KnowsWhatNodesReportedAndWhatIsUnderWay) {
  TraceSession session(LockRun());
  EXPECT_THAT(StateOf(session, 0), ElementsAre());
  EXPECT_THAT(StateOf(session, 2),
              ElementsAre("client / Acquire = id 1 (step 1)",
                          "client / under way from step 1 = client: Acquire (id 1)",
                          "server / Leader = term 1 (step 2)"));
  EXPECT_THAT(StateOf(session, 4),
              ElementsAre("client / Acquire = id 1 (step 1)", "server / Leader = term 1 (step 2)",
                          "server / status = crashed"));
}

TEST(TraceSession, DiffersByWhatIsKnown) {
  TraceSession session(LockRun());
  EXPECT_THAT(session.Difference(2, 6),
              ElementsAre("- client: under way from step 1: client: Acquire (id 1)",
                          "~ server: Leader: term 1 (step 2) -> term 2 (step 6)",
                          "+ server: status: runs"));
  EXPECT_THAT(session.Changes(4), ElementsAre("+ server: status: crashed"));
}

TEST(TraceSession, KnowsThePrivateStateThatStepsTell) {
  trace::Trace run;
  run.Add({.kind = Kind::kNote, .node = "a", .name = "starts", .state = {{"role", "follower"}}});
  run.Add({.kind = Kind::kTimer, .node = "a", .name = "t", .state = {{"role", "candidate"}}});
  run.Add({.kind = Kind::kFault, .node = "a", .name = "crash", .state = {{"role", ""}}});
  TraceSession session(std::move(run));
  EXPECT_THAT(StateOf(session, 1), ElementsAre("a / role = follower"));
  EXPECT_THAT(session.Changes(2),
              ElementsAre("~ a: role: follower -> candidate", "+ a: t: (step 2)"));
  EXPECT_THAT(StateOf(session, 3), ElementsAre("a / status = crashed", "a / t = (step 2)"));
}

TEST(TraceSession, ALostMessageIsUnderWayUntilThen) {
  trace::Trace run;
  run.Add({.kind = Kind::kEvent, .node = "a", .name = "Send"});
  run.Add({.kind = Kind::kFault, .node = "b", .name = "crash", .cause = 1});
  run.Add({.kind = Kind::kFault, .node = "b", .name = "lose request", .cause = 1});
  TraceSession session(std::move(run));
  EXPECT_EQ(session.ArrivalOf(1), 3u);  // a crash takes no message with it
  EXPECT_THAT(session.Changes(3), ElementsAre("- a: under way from step 1: a: Send"));
}

TEST(TraceSession, ALongRunIsTheSameFromEverySide) {
  trace::Trace run;
  for (int i = 0; i < 10'000; ++i) {
    run.Add({.kind = Kind::kEvent, .node = "n", .name = "At", .fields = {{"", std::to_string(i)}}});
  }
  TraceSession session(std::move(run));
  for (const std::size_t step : {10'000, 1, 4'096, 4'095, 8'192, 9'000, 4'097}) {
    EXPECT_THAT(StateOf(session, step), ElementsAre("n / At = " + std::to_string(step - 1) +
                                                    " (step " + std::to_string(step) + ")"));
  }
}

TEST(TraceSession, UndoTakesBackOneThingAndLeavesTheOthers) {
  TraceSession session(LockRun());
  EXPECT_EQ(session.SetBookmark("start"), "start");
  EXPECT_EQ(session.BreakAtEvent("crash"), 1u);
  session.JumpTo(3);
  ASSERT_TRUE(session.Undo());
  EXPECT_EQ(session.at(), 0u);
  EXPECT_EQ(session.bookmarks().size(), 1u);
  EXPECT_EQ(session.breakpoints().size(), 1u);
  EXPECT_EQ(session.Continue().step, 4u);
  session.GoToBookmark("start");
  EXPECT_EQ(session.at(), 0u);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(session.Undo());
  EXPECT_TRUE(session.breakpoints().empty());
  EXPECT_EQ(session.bookmarks().size(), 1u);
  ASSERT_TRUE(session.Undo());
  EXPECT_TRUE(session.bookmarks().empty());
  EXPECT_FALSE(session.Undo());
}

TEST(TraceSession, KnowsItsEnd) {
  TraceSession session(LockRun());
  session.JumpTo(6);
  EXPECT_EQ(session.at(), 6u);
  try {
    session.JumpTo(7);
    FAIL();
  } catch (const SessionError& error) {
    EXPECT_STREQ(error.what(), "there is no step 7: the run has 6");
  }
}

}  // namespace
}  // namespace debugger
