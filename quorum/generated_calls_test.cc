// What protoc-gen-quorum generates for a service with every kind of call, over links that the test
// answers for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "quorum/link_testing.h"
#include "quorum/test_spec_testing.h"

namespace quorum {
namespace {

using ::testing::ElementsAre;
using testing::Text;

class GeneratedCallsTest : public ::testing::Test {
 protected:
  // "node: request" of each message that was sent.
  std::vector<std::string> Sent() const {
    std::vector<std::string> sent;
    for (std::size_t i = 0; i < log_->size(); ++i) {
      sent.push_back(std::to_string(log_->at(i)->node()) + ": " + Asked(*log_->at(i)));
    }
    return sent;
  }
  void Fail(std::size_t index) {
    log_->at(index)->Finish(NodeError{0, NodeErrorCode::kUnavailable, "away"});
  }

  // Node 1 is skipped.
  static PerNode<Text> AllButOne() {
    return [](const Text& request, NodeId node) {
      return node == 1 ? std::nullopt
                       : std::optional(TextOf(request.text() + std::to_string(node)));
    };
  }

  const std::shared_ptr<CallLog> log_ = std::make_shared<CallLog>();
  const testing::TestConfiguration nodes_{testing::TestNodes(FakeNodes({0, 1, 2}, log_)),
                                          std::make_shared<MajorityOfThree>()};
};

TEST_F(GeneratedCallsTest, QuorumCallEndsAtTheQuorum) {
  const auto future = nodes_.CallAsync(TextOf("why"));
  EXPECT_THAT(Sent(), ElementsAre("0: why", "1: why", "2: why"));
  EXPECT_STREQ(log_->at(0)->method().name, "/quorum.testing.Test/Call");
  Reply(*log_->at(2), "c");
  EXPECT_FALSE(future.Ready());
  Reply(*log_->at(0), "a");
  EXPECT_EQ(future.Get().value().text(), "ac");
}

TEST_F(GeneratedCallsTest, QuorumCallGivesItsOutcomeToACallback) {
  std::vector<std::string> outcomes;
  nodes_.Call(TextOf("why"), {}, [&](const Outcome<Text>& outcome) {
    outcomes.push_back(outcome.ok() ? "ok" : ToString(outcome.error()));
  });
  Fail(0);
  Fail(1);
  EXPECT_THAT(outcomes,
              ElementsAre("quorum call incomplete: 0 replies; node 0: unavailable (away); "
                          "node 1: unavailable (away); node 2: no answer yet"));
}

TEST_F(GeneratedCallsTest, EndOfACallLeavesItsStragglersAlone) {
  const auto future = nodes_.CallAsync(TextOf("why"));
  Reply(*log_->at(0), "a");
  Reply(*log_->at(1), "b");
  ASSERT_TRUE(future.Ready());
  future.Cancel();
  EXPECT_FALSE(log_->at(2)->options().cancellation.stop_requested());
}

TEST_F(GeneratedCallsTest, CancelEndsTheCallAndTellsItsLinks) {
  const auto future = nodes_.CallAsync(TextOf("why"));
  future.Cancel();
  EXPECT_EQ(future.Get().error().cause, Cause::kCancelled);
  EXPECT_TRUE(log_->at(2)->options().cancellation.stop_requested());
}

TEST_F(GeneratedCallsTest, CallersTokenAndFutureCancelTheSameCall) {
  for (const bool by_token : {true, false}) {
    std::stop_source source;
    CallOptions options;
    options.cancellation = source.get_token();
    const auto future = nodes_.CallAsync(TextOf("why"), options);
    if (by_token) source.request_stop();
    if (!by_token) future.Cancel();
    EXPECT_EQ(future.Get().error().cause, Cause::kCancelled);
    for (const auto& call : log_->TakeAll()) {
      EXPECT_TRUE(call->options().cancellation.stop_requested());
    }
  }
}

TEST_F(GeneratedCallsTest, EachNodeGetsItsArgumentOrIsSkipped) {
  const auto future = nodes_.CallEachAsync(TextOf("why"), AllButOne());
  EXPECT_THAT(Sent(), ElementsAre("0: why0", "2: why2"));
  Reply(*log_->at(0), "a");
  EXPECT_FALSE(future.Ready());
  Fail(1);
  EXPECT_EQ(ToString(future.Get().error()),
            "quorum call incomplete: 1 reply; node 1: skipped; node 2: unavailable (away)");
}

TEST_F(GeneratedCallsTest, CustomReturnType) {
  const auto future = nodes_.CountAllAsync(TextOf("why"));
  Reply(*log_->at(0), "a");
  Reply(*log_->at(1), "b");
  EXPECT_EQ(future.Get().value().count(), 2);
}

TEST_F(GeneratedCallsTest, CorrectableGetsBetterWithEveryReply) {
  const auto correctable = nodes_.Improve(TextOf("why"));
  std::vector<std::string> seen;
  correctable.Watch(2, [&](const View<Text>& view) { seen.push_back(view.reply->text()); });
  Reply(*log_->at(1), "b");
  EXPECT_EQ(correctable.Get().level, 1);
  Reply(*log_->at(0), "a");
  EXPECT_THAT(seen, ElementsAre("ab"));
  EXPECT_FALSE(correctable.Get().final);
  Reply(*log_->at(2), "c");
  EXPECT_EQ(correctable.Final().value().text(), "abc");
}

TEST_F(GeneratedCallsTest, MulticastGoesToAllNodes) {
  std::vector<SendErrors> ends;
  nodes_.ToAll(TextOf("hear"), {}, [&](const SendErrors& errors) { ends.push_back(errors); });
  EXPECT_THAT(Sent(), ElementsAre("0: hear", "1: hear", "2: hear"));
  EXPECT_TRUE(log_->at(0)->method().one_way);
  Fail(0);
  Fail(1);
  EXPECT_TRUE(ends.empty());
  Reply(*log_->at(2), "");
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(ends[0], (SendErrors{{0, NodeErrorCode::kUnavailable, "away"},
                                 {1, NodeErrorCode::kUnavailable, "away"}}));
}

TEST_F(GeneratedCallsTest, MulticastThatReachesAllNodesHasNoErrors) {
  std::vector<SendErrors> ends;
  nodes_.ToAll(TextOf("hear"), {}, [&](const SendErrors& errors) { ends.push_back(errors); });
  for (const auto& call : log_->TakeAll()) Reply(*call, "");
  EXPECT_THAT(ends, ElementsAre(SendErrors{}));
}

TEST_F(GeneratedCallsTest, MulticastSkipsNodesWithoutAnArgument) {
  std::vector<SendErrors> ends;
  nodes_.ToEach(TextOf("hear"), AllButOne(), {},
                [&](const SendErrors& errors) { ends.push_back(errors); });
  EXPECT_THAT(Sent(), ElementsAre("0: hear0", "2: hear2"));
  for (const auto& call : log_->TakeAll()) Reply(*call, "");
  EXPECT_THAT(ends, ElementsAre(SendErrors{{1, NodeErrorCode::kSkipped, ""}}));
}

TEST_F(GeneratedCallsTest, UnicastGoesToOneNode) {
  std::vector<std::optional<NodeError>> ends;
  nodes_.ToOne(1, TextOf("hear"), {}, [&](auto error) { ends.push_back(error); });
  EXPECT_THAT(Sent(), ElementsAre("1: hear"));
  Reply(*log_->at(0), "");
  EXPECT_THAT(ends, ElementsAre(std::nullopt));
  nodes_.ToOne(2, TextOf("nobody waits"));
  Fail(1);
}

TEST_F(GeneratedCallsTest, SingleCallGoesToOneNode) {
  std::string reply;
  nodes_.Single(2, TextOf("why"), {}, [&](const auto& result) { reply = result.reply->text(); });
  EXPECT_THAT(Sent(), ElementsAre("2: why"));
  EXPECT_FALSE(log_->at(0)->options().unordered);
  Reply(*log_->at(0), "because");
  EXPECT_EQ(reply, "because");
}

TEST_F(GeneratedCallsTest, UnorderedMethodsSaySoToTheirLink) {
  nodes_.Unordered(2, TextOf("why"), {}, [](const auto&) {});
  EXPECT_TRUE(log_->at(0)->options().unordered);
}

}  // namespace
}  // namespace quorum
