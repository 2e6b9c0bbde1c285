#include "adapter/systems/paxos/cluster/replica_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace adapter {
namespace {

template <typename Message>
nlohmann::json Sent(const Message& message) {
  return nlohmann::json::parse(ToJson(message).dump());
}

TEST(ReplicaMessagesTest, EveryCommandIsReadAsItWasWritten) {
  const std::vector<ReplicaCommand> commands = {ReachReplicas{{0, 2}}, BeginRoles(), EndPeriod(),
                                                ReleaseMessages{7}, EndProcess()};
  ASSERT_EQ(commands.size(), std::variant_size_v<ReplicaCommand>);
  for (const ReplicaCommand& command : commands) EXPECT_EQ(CommandFrom(Sent(command)), command);
}

TEST(ReplicaMessagesTest, AnUnknownCommandIsAnError) {
  nlohmann::json command = ToJson(ReplicaCommand(EndProcess()));
  command["command"] = std::variant_size_v<ReplicaCommand>;
  EXPECT_THROW(CommandFrom(command), std::out_of_range);
}

TEST(ReplicaMessagesTest, AForkServersAnswerIsReadAsItWasWritten) {
  for (const ForkAnswer& answer : {ForkAnswer{.process = 7}, ForkAnswer{.error = "no memory"}}) {
    EXPECT_EQ(ForkAnswerFrom(Sent(answer)), answer);
  }
}

TEST(ReplicaMessagesTest, AReplicasDescriptionIsReadAsItWasWritten) {
  const ReplicaStart start{.id = 1,
                           .replicas = 3,
                           .quorums = {2, 3, 1},
                           .call_timeout = std::chrono::milliseconds(20),
                           .ordered = true,
                           .listen = "unix:a",
                           .addresses = {"unix:b", "unix:a", "unix:c"},
                           .data_folder = "/tmp/data"};
  EXPECT_EQ(StartFrom(Sent(start)), start);
}

TEST(ReplicaMessagesTest, AReportIsReadAsItWasWritten) {
  const ReplicaReport report = ReportFrom(
      Sent(ReplicaReport{.kind = ReplicaReportKind::kLeads, .argument = true, .waits = false}));
  EXPECT_EQ(report.kind, ReplicaReportKind::kLeads);
  EXPECT_EQ(report.argument, true);
  EXPECT_FALSE(report.waits);
}

TEST(ReplicaMessagesTest, AnAnswerSaysWhetherTheReplicaCrashes) {
  EXPECT_TRUE(AnswerFrom(Sent(ReportAnswer{.answer = 3, .crashes = true})).crashes);
  EXPECT_EQ(AnswerFrom(Sent(ReportAnswer{.answer = 3})).answer, 3);
  EXPECT_FALSE(AnswerFrom(Sent(ReportAnswer{.answer = 3})).crashes);
}

}  // namespace
}  // namespace adapter
