#include "adapter/process/warden/messages.h"

#include <gtest/gtest.h>

namespace adapter {
namespace {

Request SomeRequest() {
  Request request;
  request.process = 7;
  request.mark = "server";
  request.signal = 15;
  request.launch.command = {"a", "", "b c"};
  request.launch.environment = {"A=1"};
  request.launch.working_folder = "/w";
  request.launch.log = "/l";
  request.launch.log_limit = 1ULL << 40;
  request.launch.has_pipes = true;
  return request;
}

TEST(WardenMessagesTest, ARequestArrivesAsItWasSent) {
  const auto request = DecodeRequest(Encode(SomeRequest()));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->process, 7u);
  EXPECT_EQ(request->mark, "server");
  EXPECT_EQ(request->signal, 15);
  EXPECT_EQ(request->launch.command, (std::vector<std::string>{"a", "", "b c"}));
  EXPECT_EQ(request->launch.environment, std::vector<std::string>{"A=1"});
  EXPECT_EQ(request->launch.working_folder, "/w");
  EXPECT_EQ(request->launch.log, "/l");
  EXPECT_EQ(request->launch.log_limit, 1ULL << 40);
  EXPECT_TRUE(request->launch.has_pipes);
}

TEST(WardenMessagesTest, AReportArrivesAsItWasSent) {
  Report report;
  report.kind = ReportKind::kExited;
  report.process = 7;
  report.pid = 8;
  report.status = 9;
  report.step = LaunchStep::kProgram;
  report.log_start = 10;
  report.dropped = 11;
  report.folder = "/f";
  const auto read = DecodeReport(Encode(report));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->kind, ReportKind::kExited);
  EXPECT_EQ(read->process, 7u);
  EXPECT_EQ(read->pid, 8);
  EXPECT_EQ(read->status, 9);
  EXPECT_EQ(read->step, LaunchStep::kProgram);
  EXPECT_EQ(read->log_start, 10u);
  EXPECT_EQ(read->dropped, 11u);
  EXPECT_EQ(read->folder, "/f");
}

TEST(WardenMessagesTest, APacketThatIsCutIsNone) {
  const std::string whole = Encode(SomeRequest());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(DecodeRequest(whole.substr(0, size))) << size;
  }
}

TEST(WardenMessagesTest, APacketWithMoreBehindItIsNone) {
  EXPECT_FALSE(DecodeRequest(Encode(SomeRequest()) + "x"));
}

TEST(WardenMessagesTest, ATextLongerThanThePacketIsNone) {
  std::string packet = Encode(SomeRequest());
  packet[8] = '\xff';  // the size of the mark
  EXPECT_FALSE(DecodeRequest(packet));
}

}  // namespace
}  // namespace adapter
