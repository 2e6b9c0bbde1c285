#include "cpngen/commands/debug/event_graph.h"

#include <gtest/gtest.h>

namespace cpngen {
namespace {

TEST(EventGraph, ShowsMessagesBothWaysAndWhatFails) {
  EventGraph graph({"client", "server"});
  graph.Add({1, false, "client", "client", "Acquire"});
  graph.Add({2, true, "client", "server", "Acquire from step 1"});
  graph.Add({3, false, "server", "client", "Granted"});
  graph.Add({4, false, "server", "server", "crash", "crash"});
  graph.Add({5, false, "client", "client", "Wait"});
  graph.Add({6, false, "server", "server", "restart", "restart"});
  EXPECT_EQ(graph.Text(),
            "          client  server\n"
            "      1   *       |         Acquire\n"
            ">     2   o------>*         Acquire from step 1\n"
            "      3   *<------o         Granted\n"
            "      4   |       X         crash\n"
            "      5   *                 Wait\n"
            "      6   |       R         restart\n");
}

TEST(EventGraph, AddsNodesThatNobodyNamed) {
  EventGraph graph({});
  graph.Add({1, false, "", "", "Up ()"});
  EXPECT_EQ(graph.Text(), "          (net)\n      1   *        Up ()\n");
}

}  // namespace
}  // namespace cpngen
