// Calls through a stub of the same shape as generated ones, whose answers the test gives. What real
// servers do is tested with the service that uses this (sut/paxos/cluster_test.cc).
#include "quorum/grpc_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace quorum {
namespace {

// A call that a stub was given.
struct StubCall {
  grpc::ClientContext* context;
  const std::string* request;
  int* reply;
  std::function<void(grpc::Status)> done;
};
std::vector<StubCall>& StubCalls() {
  static std::vector<StubCall> calls;
  return calls;
}

// What protoc would generate for a service with one method, Ask: string to int.
struct FakeService {
  class StubInterface {
   public:
    class async_interface {
     public:
      virtual ~async_interface() = default;
      virtual void Ask(grpc::ClientContext* context, const std::string* request, int* reply,
                       std::function<void(grpc::Status)> done) = 0;
    };
    virtual ~StubInterface() = default;
    virtual async_interface* async() = 0;
  };
  class Stub : public StubInterface, public StubInterface::async_interface {
   public:
    StubInterface::async_interface* async() override { return this; }
    void Ask(grpc::ClientContext* context, const std::string* request, int* reply,
             std::function<void(grpc::Status)> done) override {
      StubCalls().push_back({context, request, reply, std::move(done)});
    }
  };
  static std::unique_ptr<Stub> NewStub(const std::shared_ptr<grpc::ChannelInterface>&) {
    return std::make_unique<Stub>();
  }
};

class GrpcCallTest : public testing::Test {
 protected:
  ~GrpcCallTest() override { StubCalls().clear(); }

  void CallNode(NodeId node) {
    stubs_.CallNode<std::string, int>(
        node, &FakeService::StubInterface::async_interface::Ask, "why?", {},
        [this](NodeResult<int> result) { results_.push_back(std::move(result)); });
  }
  static void Answer(std::size_t index, int reply) {
    *StubCalls()[index].reply = reply;
    StubCalls()[index].done(grpc::Status::OK);
  }

  Manager manager_{{{0, "a:1", nullptr}, {1, "b:1", nullptr}, {2, "c:1", nullptr}}};
  Stubs<FakeService> stubs_{manager_.All()};
  std::vector<NodeResult<int>> results_;
};

TEST_F(GrpcCallTest, ReplyIsDelivered) {
  CallNode(1);
  ASSERT_EQ(StubCalls().size(), 1u);
  EXPECT_EQ(*StubCalls()[0].request, "why?");
  Answer(0, 42);
  ASSERT_EQ(results_.size(), 1u);
  EXPECT_EQ(results_[0].reply, 42);
}

TEST_F(GrpcCallTest, CallHasADeadline) {
  stubs_.CallNode<std::string, int>(0, &FakeService::StubInterface::async_interface::Ask, "why?",
                                    {Duration(5'000'000)}, [](NodeResult<int>) {});
  const gpr_timespec deadline = StubCalls()[0].context->raw_deadline();
  EXPECT_EQ(deadline.clock_type, GPR_TIMESPAN);
  EXPECT_EQ(deadline.tv_sec, 5);
  Answer(0, 0);
}

TEST_F(GrpcCallTest, StatusBecomesTheNodesError) {
  const std::vector<std::pair<grpc::StatusCode, NodeErrorCode>> codes = {
      {grpc::StatusCode::DEADLINE_EXCEEDED, NodeErrorCode::kDeadlineExceeded},
      {grpc::StatusCode::UNAVAILABLE, NodeErrorCode::kUnavailable},
      {grpc::StatusCode::CANCELLED, NodeErrorCode::kCancelled},
      {grpc::StatusCode::INVALID_ARGUMENT, NodeErrorCode::kRemote},
      {grpc::StatusCode::INTERNAL, NodeErrorCode::kRemote}};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    CallNode(2);
    StubCalls()[i].done(grpc::Status(codes[i].first, "because"));
    ASSERT_EQ(results_.size(), i + 1);
    EXPECT_FALSE(results_[i].reply.has_value());
    EXPECT_EQ(results_[i].error, (NodeError{2, codes[i].second, "because"}));
  }
}

TEST_F(GrpcCallTest, QuorumCallAsksAllNodesAndEndsAtTheQuorum) {
  std::optional<Outcome<int>> end;
  const QuorumFunction<std::string, int, int> highest_of_two = [](const std::string&,
                                                                  const Replies<int>& replies) {
    int highest = 0;
    for (const auto& [node, reply] : replies) highest = std::max(highest, reply);
    return Combined<int>{highest, replies.size() >= 2};
  };
  stubs_.Call<std::string, int, int>(&FakeService::StubInterface::async_interface::Ask, "why?",
                                     highest_of_two, {},
                                     [&](Outcome<int> outcome) { end = std::move(outcome); });
  ASSERT_EQ(StubCalls().size(), 3u);
  Answer(2, 7);
  EXPECT_FALSE(end);
  Answer(0, 5);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->value(), 7);
  Answer(1, 9);  // late: nobody is there any more, and nothing happens
  EXPECT_EQ(end->value(), 7);
}

TEST_F(GrpcCallTest, ShutdownWaitsForCallsInFlight) {
  CallNode(0);
  CallNode(1);
  std::promise<void> begins;
  std::atomic<bool> over = false;
  std::thread shutdown([&] {
    begins.set_value();
    manager_.Shutdown();
    over = true;
  });
  begins.get_future().wait();
  Answer(0, 1);
  EXPECT_FALSE(over);
  Answer(1, 1);
  shutdown.join();
  EXPECT_EQ(results_.size(), 2u);
}

TEST_F(GrpcCallTest, AfterShutdownCallsAreCancelledAtOnce) {
  manager_.Shutdown();
  CallNode(1);
  EXPECT_TRUE(StubCalls().empty());
  ASSERT_EQ(results_.size(), 1u);
  EXPECT_EQ(results_[0].error, (NodeError{1, NodeErrorCode::kCancelled, "shut down"}));
}

}  // namespace
}  // namespace quorum
