#include "adapter/process/readiness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/process/ports.h"
#include "adapter/process/testing/instances.h"
#include "base/regular_expression.h"

namespace adapter {
namespace {

using ::testing::MatchesRegex;
using ::testing::StartsWith;

std::string Process(const ProcessTree& tree, const std::string& name) {
  return "'" + name + "' (process " + std::to_string(tree.Started(name).pid) + ") is not ready: ";
}

ProcessTree::Clock::time_point AtOnce() {
  return ProcessTree::Clock::now() + std::chrono::milliseconds(20);
}

TEST(ReadinessTest, APortThatAcceptsIsReady) {
  ProcessTree tree;
  const PortReservation port;
  tree.Start(Misbehaving("server", {"listen", std::to_string(port.port())}));
  const Readiness readiness = WaitForPort(tree, "server", port.port(), Soon());
  EXPECT_TRUE(readiness.is_ready) << readiness.reason;
}

TEST(ReadinessTest, ADescendantMayBeWhoListens) {
  ProcessTree tree;
  const PortReservation port;
  const std::string misbehave = Misbehaving("", {}).command[0];
  ProcessSpec spec;
  spec.name = "server";
  spec.command = {"sh", "-c", misbehave + " listen " + std::to_string(port.port()) + "; true"};
  tree.Start(spec);
  const Readiness readiness = WaitForPort(tree, "server", port.port(), Soon());
  EXPECT_TRUE(readiness.is_ready) << readiness.reason;
}

TEST(ReadinessTest, APortThatNobodyOpensIsNotReadyAtTheDeadline) {
  ProcessTree tree;
  const PortReservation port;
  tree.Start(Misbehaving("server", {"sleep"}));
  EXPECT_THAT(WaitForPort(tree, "server", port.port(), AtOnce()).reason,
              MatchesRegex(".*'server' .process [0-9]+. is not ready: after [0-9]+ ms, not yet: "
                           "127.0.0.1:[0-9]+ accepts connections; its log is empty"));
}

TEST(ReadinessTest, AProcessThatEndsFirstIsNotReadyAndItsLastWordsAreShown) {
  ProcessTree tree;
  const PortReservation port;
  tree.Start(Misbehaving("server", {"exit", "1"}));
  EXPECT_EQ(WaitForPort(tree, "server", port.port(), Soon()).reason,
            Process(tree, "server") +
                "it exited with code 1, before 127.0.0.1:" + std::to_string(port.port()) +
                " accepts connections; the end of its log:\n  | last words");
}

TEST(ReadinessTest, APortThatAnotherProcessHasTakenIsNotReady) {
  ProcessTree tree;
  const PortReservation port;
  const pid_t thief = tree.Start(Misbehaving("thief", {"listen", std::to_string(port.port())})).pid;
  ASSERT_TRUE(WaitForPort(tree, "thief", port.port(), Soon()).is_ready);
  tree.Start(Misbehaving("server", {"sleep"}));
  EXPECT_EQ(WaitForPort(tree, "server", port.port(), Soon()).reason,
            Process(tree, "server") + "another one (process " + std::to_string(thief) +
                ") listens at its port " + std::to_string(port.port()) + "; its log is empty");
}

TEST(ReadinessTest, ALineOfTheLogMakesReady) {
  ProcessTree tree;
  tree.Start(Misbehaving("server", {"ignore"}));
  EXPECT_TRUE(WaitForLogText(tree, "server", "noring", Soon()).is_ready);
  EXPECT_TRUE(WaitForLogMatch(tree, "server", "^ignor[a-z]+$", Soon()).is_ready);
}

TEST(ReadinessTest, WhatAnEarlierStartPrintedDoesNotCount) {
  ProcessTree tree;
  tree.Start(Misbehaving("server", {"exit", "0"}));
  ASSERT_TRUE(tree.WaitForExit("server", Soon()));
  ProcessSpec again = Misbehaving("server", {"sleep"});
  tree.Start(again);
  EXPECT_THAT(WaitForLogText(tree, "server", "last words", AtOnce()).reason,
              StartsWith(Process(tree, "server") + "after "));
}

TEST(ReadinessTest, AProcessThatEndsWithoutTheLineIsNotReady) {
  ProcessTree tree;
  tree.Start(Misbehaving("server", {"exit", "7"}));
  EXPECT_EQ(WaitForLogText(tree, "server", "serving", Soon()).reason,
            Process(tree, "server") +
                "it exited with code 7, before its log contains 'serving'; the end of its log:\n"
                "  | last words");
}

TEST(ReadinessTest, AnExpressionThatIsNoneIsRefused) {
  ProcessTree tree;
  tree.Start(Misbehaving("server", {"sleep"}));
  EXPECT_THROW(WaitForLogMatch(tree, "server", "(", Soon()), base::RegularExpressionError);
}

}  // namespace
}  // namespace adapter
