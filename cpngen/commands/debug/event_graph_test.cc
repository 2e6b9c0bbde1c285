#include "cpngen/commands/debug/event_graph.h"

#include <gtest/gtest.h>

namespace cpngen {
namespace {

TEST(EventGraph, ShowsMessagesBothWaysAndWhatFails) {
  EventGraph graph({"client", "server"});
  graph.Add({1, false, "client", "client", "Acquire"});
  graph.Add({2, true, "client", "server", "Acquire"});
  graph.Add({3, false, "server", "client", "Granted"});
  graph.Add({4, false, "server", "server", "crash", "crash"});
  graph.Add({5, false, "client", "client", "Wait"});
  graph.Add({6, false, "server", "server", "restart", "restart"});
  EXPECT_EQ(graph.Text(),
            "          client  server\n"
            "      1   *       |         Acquire\n"
            ">     2   o------>*         Acquire\n"
            "      3   *<------o         Granted\n"
            "      4   |       X         crash\n"
            "      5   *                 Wait\n"
            "      6   |       R         restart\n");
}

TEST(EventGraph, SlantsFromTheRowOfSendingToTheRowOfArrival) {
  EventGraph graph({"client", "server"});
  graph.Add({1, false, "client", "client", "ask"});
  graph.Add({2, false, "client", "server", "ask from step 1", "", 1});
  graph.Add({3, false, "client", "client", "think"});
  graph.Add({4, false, "client", "client", "think"});
  graph.Add({5, false, "server", "client", "answer from step 2", "", 2});
  EXPECT_EQ(graph.Text(),
            "          client  server\n"
            "      1   o.      |         ask\n"
            "      2   | `---->o         ask from step 1\n"
            "      3   *     / |         think\n"
            "      4   *    /  |         think\n"
            "      5   *<--'   |         answer from step 2\n");
}

TEST(EventGraph, OneMessageOvertakesAnother) {
  EventGraph graph({"client", "server"});
  graph.Add({1, false, "client", "client", "first"});
  graph.Add({2, false, "client", "client", "second"});
  graph.Add({3, false, "client", "server", "second from step 2", "", 2});
  graph.Add({4, false, "client", "server", "first from step 1", "", 1});
  EXPECT_EQ(graph.Text(),
            "          client  server\n"
            "      1   o.      |         first\n"
            "      2   o.\\     |         second\n"
            "      3   | `\\--->*         second from step 2\n"
            "      4   |   `-->*         first from step 1\n");
}

TEST(EventGraph, MessagesThatMeetCross) {
  EventGraph graph({"client", "server"});
  graph.Add({1, false, "client", "client", "ask"});
  graph.Add({2, false, "client", "client", "think"});
  graph.Add({3, false, "server", "server", "tell"});
  graph.Add({4, false, "client", "client", "think"});
  graph.Add({5, false, "client", "client", "think"});
  graph.Add({6, false, "client", "server", "ask from step 1", "", 1});
  graph.Add({7, false, "server", "client", "tell from step 3", "", 3});
  EXPECT_EQ(graph.Text(),
            "          client  server\n"
            "      1   o.      |         ask\n"
            "      2   * \\     |         think\n"
            "      3   |  \\   .o         tell\n"
            "      4   *   \\ / |         think\n"
            "      5   *    x  |         think\n"
            "      6   |   / `>*         ask from step 1\n"
            "      7   *<-'    |         tell from step 3\n");
}

TEST(EventGraph, ALateMessageComesDownSlowlyPastACrashOfItsReceiver) {
  EventGraph graph({"a", "b", "c"});
  graph.Add({1, false, "a", "a", "send"});
  graph.Add({2, false, "c", "c", "crash", "crash"});
  for (std::size_t step = 3; step < 12; ++step) graph.Add({step, false, "b", "b", "tick"});
  graph.Add({12, false, "c", "c", "restart", "restart"});
  graph.Add({13, false, "a", "c", "late from step 1", "", 1});
  EXPECT_EQ(graph.Text(),
            "          a     b     c\n"
            "      1   o.    |     |       send\n"
            "      2   |\\    |     X       crash\n"
            "      3   | \\   *             tick\n"
            "      4   |  \\  *             tick\n"
            "      5   |   \\ *             tick\n"
            "      6   |   \\ *             tick\n"
            "      7   |    \\*             tick\n"
            "      8   |     *             tick\n"
            "      9   |     *\\            tick\n"
            "     10   |     *\\            tick\n"
            "     11   |     * \\           tick\n"
            "     12   |     |  \\  R       restart\n"
            "     13   |     |   `>*       late from step 1\n");
}

TEST(EventGraph, WhatIsLostEndsOnItsWayAndWhoIsDownGetsNothing) {
  EventGraph graph({"a", "b", "c"});
  graph.Add({1, false, "a", "a", "to both"});
  graph.Add({2, false, "a", "b", "lose from step 1", "lose", 1});
  graph.Add({3, false, "c", "c", "crash for good", "crash for good"});
  graph.Add({4, false, "a", "c", "to c from step 1", "", 1});
  graph.Add({5, false, "b", "b", "alone"});
  EXPECT_EQ(graph.Text(),
            "          a     b     c\n"
            "      1   o.    |     |       to both\n"
            "      2   | \\X  |     |       lose from step 1\n"
            "      3   |  \\  |     X       crash for good\n"
            "      4   |   `------>X       to c from step 1\n"
            "      5   |     *             alone\n");
}

TEST(EventGraph, PartOfARunHasWhatComesFromAboveAndGoesOnBelow) {
  EventGraph graph({"a", "b"});
  graph.AddDown("b");
  graph.Add({10, false, "a", "a", "send"});
  graph.Add({11, false, "b", "b", "restart", "restart"});
  graph.Add({12, false, "a", "b", "old from step 3", "", 3});
  graph.Add({13, false, "a", "a", "last"});
  graph.AddUnderWay(10, "a", "b");
  EXPECT_EQ(graph.Text(),
            "          a     b\n"
            "     10   o.\\           send\n"
            "     11   |\\ \\  R       restart\n"
            "     12   | \\ `>*       old from step 3\n"
            "     13   *  \\  |       last\n");
}

TEST(EventGraph, AddsNodesThatNobodyNamed) {
  EventGraph graph({});
  graph.Add({1, false, "", "", "Up ()"});
  EXPECT_EQ(graph.Text(), "          (net)\n      1   *        Up ()\n");
}

}  // namespace
}  // namespace cpngen
