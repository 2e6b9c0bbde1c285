#include "quorum/node.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quorum/calls.h"
#include "quorum/link_testing.h"
#include "quorum/test_spec_testing.h"
#include "quorum/timer_testing.h"

namespace quorum {
namespace {

using ::testing::ElementsAre;
using testing::Text;

constexpr Method kMethod{"/quorum.testing.Test/Single"};

// Notes what it sees, and passes everything on.
class Recording : public Interceptor {
 public:
  Recording(std::string name, std::vector<std::string>& log) : name_(std::move(name)), log_(log) {}
  void Intercept(std::shared_ptr<NodeCall> call, const Next& next) override {
    log_.push_back(name_ + " asks " + Asked(*call));
    call->OnFinish([this](const NodeCall&, const std::optional<NodeError>& error) {
      log_.push_back(name_ + (error ? " error" : " ok"));
    });
    next(std::move(call));
  }

 private:
  const std::string name_;
  std::vector<std::string>& log_;
};

// Does what the test says.
class Custom : public Interceptor {
 public:
  using Action = std::function<void(std::shared_ptr<NodeCall>, const Next&)>;
  explicit Custom(Action action) : action_(std::move(action)) {}
  void Intercept(std::shared_ptr<NodeCall> call, const Next& next) override {
    action_(std::move(call), next);
  }

 private:
  const Action action_;
};

class NodeTest : public ::testing::Test {
 protected:
  // A configuration of one node, which lasts until Forget().
  const Configuration& With(std::vector<std::shared_ptr<Interceptor>> interceptors) {
    kept_.emplace(Configuration({std::make_shared<Node>(
        3, "address", std::make_unique<FakeLink>(log_), timer_, std::move(interceptors))}));
    return *kept_;
  }
  void Forget() { kept_.reset(); }
  void Call(const Configuration& configuration) {
    CallNode<Text, Text>(
        configuration, 3, kMethod, std::make_shared<const Text>(TextOf("why")), {},
        [this](NodeResult<Text> result) { results_.push_back(std::move(result)); });
  }

  const std::shared_ptr<ManualTimer> timer_ = std::make_shared<ManualTimer>();
  const std::shared_ptr<CallLog> log_ = std::make_shared<CallLog>();
  std::vector<NodeResult<Text>> results_;
  std::optional<Configuration> kept_;
};

TEST_F(NodeTest, KnowsNothingBeforeItsFirstCall) {
  const Configuration& node = With({});
  EXPECT_FALSE(node.node(3).last_error());
  EXPECT_FALSE(node.node(3).latency());
}

TEST_F(NodeTest, KeepsTheLastError) {
  const Configuration& node = With({});
  Call(node);
  Call(node);
  log_->at(0)->Finish(NodeError{0, NodeErrorCode::kUnavailable, "away"});
  Reply(*log_->at(1), "because");
  EXPECT_EQ(node.node(3).last_error()->message, "away");
  EXPECT_EQ(results_[0].error, (NodeError{3, NodeErrorCode::kUnavailable, "away"}));
  EXPECT_EQ(results_[1].reply->text(), "because");
}

TEST_F(NodeTest, RepliesMakeTheLatencyAndErrorsDoNot) {
  const Configuration& node = With({});
  Call(node);
  log_->at(0)->Finish(NodeError{0, NodeErrorCode::kUnavailable, "away"});
  EXPECT_FALSE(node.node(3).latency());
  Call(node);
  Reply(*log_->at(1), "because");
  EXPECT_EQ(*node.node(3).latency(), Duration(0));
}

TEST_F(NodeTest, LastReplyCountsAFifthOfTheLatency) {
  const Configuration& node = With({});
  for (const int milliseconds : {10, 20}) {
    Call(node);
    timer_->Advance(std::chrono::milliseconds(milliseconds));
    Reply(*log_->TakeAll().at(0), "because");
  }
  EXPECT_EQ(*node.node(3).latency(), std::chrono::milliseconds(12));
}

TEST_F(NodeTest, OnlyTheFirstResultOfACallCounts) {
  Call(With({}));
  Reply(*log_->at(0), "first");
  Reply(*log_->at(0), "second");
  log_->at(0)->Finish(NodeError{});
  ASSERT_EQ(results_.size(), 1u);
  EXPECT_EQ(results_[0].reply->text(), "first");
}

TEST_F(NodeTest, CallThatEverybodyLetsGoOfFails) {
  Call(With({}));
  log_->TakeAll();
  ASSERT_EQ(results_.size(), 1u);
  EXPECT_EQ(results_[0].error,
            (NodeError{3, NodeErrorCode::kCancelled, "nobody answers the call any more"}));
}

TEST_F(NodeTest, InterceptorsSeeRequestsInOrderAndResultsInReverse) {
  std::vector<std::string> seen;
  Call(With({std::make_shared<Recording>("a", seen), std::make_shared<Recording>("b", seen)}));
  Reply(*log_->at(0), "because");
  EXPECT_THAT(seen, ElementsAre("a asks why", "b asks why", "b ok", "a ok"));
}

TEST_F(NodeTest, InterceptorCanRefuseACall) {
  Call(With({std::make_shared<Custom>([](std::shared_ptr<NodeCall> call, const auto&) {
    call->Finish(NodeError{0, NodeErrorCode::kUnavailable, "cut off"});
  })}));
  EXPECT_EQ(log_->size(), 0u);
  EXPECT_EQ(results_[0].error, (NodeError{3, NodeErrorCode::kUnavailable, "cut off"}));
}

TEST_F(NodeTest, InterceptorCanRefuseAReply) {
  const Configuration node =
      With({std::make_shared<Custom>([](std::shared_ptr<NodeCall> call, const auto& next) {
        call->OnFinish([](const NodeCall& finished, std::optional<NodeError>& error) {
          if (static_cast<const Text&>(finished.reply()).text() == "lie") {
            error = NodeError{0, NodeErrorCode::kRemote, "it lies"};
          }
        });
        next(std::move(call));
      })});
  Call(node);
  Reply(*log_->at(0), "lie");
  EXPECT_EQ(results_[0].error.message, "it lies");
}

TEST_F(NodeTest, CallThatIsPassedOnAfterTheNodeIsGoneFails) {
  std::function<void()> later;
  Call(With({std::make_shared<Custom>([&](const std::shared_ptr<NodeCall>& call, const auto& next) {
    later = [call, next] { next(call); };
  })}));
  Forget();
  later();
  EXPECT_EQ(log_->size(), 0u);
  EXPECT_EQ(results_[0].error, (NodeError{3, NodeErrorCode::kCancelled, "shut down"}));
}

}  // namespace
}  // namespace quorum
