#include "quorum/quorum_call.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quorum {
namespace {

using Call = QuorumCall<std::string, int>;
using Result = NodeResult<int>;

// Needs `size` replies; combines them to their sum.
QuorumFunction<std::string, int> SumOf(int size) {
  return [size](const std::string&, const Replies<int>& replies) {
    int sum = 0;
    for (const auto& [node, reply] : replies) sum += reply;
    const int missing = size - static_cast<int>(replies.size());
    return Combined<int>{sum, missing <= 0, missing};
  };
}

// A call that records its outcomes.
struct Recorded {
  Recorded(const std::vector<NodeId>& nodes, int size)
      : call("request", nodes, SumOf(size),
             [this](Outcome<int> outcome) { outcomes.push_back(std::move(outcome)); }) {}

  std::vector<Outcome<int>> outcomes;
  Call call;
};

Result Skipped() { return Result::Failed({0, NodeErrorCode::kSkipped, ""}); }
Result Unavailable() { return Result::Failed({0, NodeErrorCode::kUnavailable, "away"}); }

TEST(QuorumCallTest, EndsAtTheReplyThatMakesTheQuorum) {
  Recorded recorded({0, 1, 2}, 2);
  recorded.call.OnResult(2, Result::Ok(20));
  EXPECT_TRUE(recorded.outcomes.empty());
  recorded.call.OnResult(0, Result::Ok(1));
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  EXPECT_EQ(recorded.outcomes[0].value(), 21);
}

TEST(QuorumCallTest, LateReplyChangesNothing) {
  Recorded recorded({0, 1, 2}, 2);
  for (const NodeId node : {0, 1, 2}) recorded.call.OnResult(node, Result::Ok(1));
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  EXPECT_EQ(recorded.outcomes[0].value(), 2);
}

TEST(QuorumCallTest, NodeCountsOnce) {
  Recorded recorded({0, 1, 2}, 2);
  recorded.call.OnResult(1, Result::Ok(1));
  recorded.call.OnResult(1, Result::Ok(1));
  EXPECT_TRUE(recorded.outcomes.empty());
}

TEST(QuorumCallTest, ReplyAfterTheNodesErrorDoesNotCount) {
  Recorded recorded({0, 1}, 1);
  recorded.call.OnResult(1, Unavailable());
  recorded.call.OnResult(1, Result::Ok(1));
  EXPECT_TRUE(recorded.outcomes.empty());
}

TEST(QuorumCallTest, NodeThatWasNotCalledDoesNotCount) {
  Recorded recorded({0, 1}, 1);
  recorded.call.OnResult(7, Result::Ok(1));
  EXPECT_TRUE(recorded.outcomes.empty());
}

TEST(QuorumCallTest, ErrorNeverCountsAsReply) {
  Recorded recorded({0, 1, 2}, 2);
  recorded.call.OnResult(0, Result::Ok(1));
  recorded.call.OnResult(2, Unavailable());
  EXPECT_TRUE(recorded.outcomes.empty());
}

TEST(QuorumCallTest, SkippedNodeNeverCountsAsReply) {
  Recorded recorded({0, 1, 2}, 2);
  recorded.call.OnResult(0, Result::Ok(1));
  recorded.call.OnResult(2, Skipped());
  EXPECT_TRUE(recorded.outcomes.empty());
}

TEST(QuorumCallTest, EndsAsSoonAsTooFewNodesAreLeft) {
  Recorded recorded({0, 1, 2, 3, 4}, 3);
  recorded.call.OnResult(4, Unavailable());
  recorded.call.OnResult(1, Result::Ok(5));
  recorded.call.OnResult(0, Result::Failed({0, NodeErrorCode::kRemote, "no"}));
  EXPECT_TRUE(recorded.outcomes.empty());
  recorded.call.OnResult(2, Skipped());
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  EXPECT_EQ(ToString(recorded.outcomes[0].error()),
            "quorum call incomplete: 1 reply; node 0: remote error (no); node 2: skipped; node 4: "
            "unavailable (away); node 3: no answer yet");
}

TEST(QuorumCallTest, EndsBeforeAnyReplyWhenTooFewNodesAreLeft) {
  Recorded recorded({0, 1, 2}, 2);
  recorded.call.OnResult(0, Unavailable());
  recorded.call.OnResult(2, Unavailable());
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  EXPECT_EQ(recorded.outcomes[0].error().outstanding, (std::vector<NodeId>{1}));
}

TEST(QuorumCallTest, ReplyThatDoesNotHelpLeavesItsNodeOutOfTheQuorum) {
  // Negative replies are refusals; two others are needed.
  std::vector<Outcome<int>> outcomes;
  Call call(
      "request", {0, 1, 2},
      [](const std::string&, const Replies<int>& replies) {
        int missing = 2;
        for (const auto& [node, reply] : replies) missing -= reply >= 0 ? 1 : 0;
        return Combined<int>{0, missing <= 0, missing};
      },
      [&](Outcome<int> outcome) { outcomes.push_back(std::move(outcome)); });
  call.OnResult(0, Result::Ok(-1));
  EXPECT_TRUE(outcomes.empty());
  call.OnResult(2, Result::Ok(-1));
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_FALSE(outcomes[0].ok());
  EXPECT_EQ(outcomes[0].error().replies, 2);
}

TEST(QuorumCallTest, ReplyThatRulesAQuorumOutEndsTheCall) {
  std::vector<Outcome<int>> outcomes;
  Call call(
      "request", {0, 1, 2},
      [](const std::string&, const Replies<int>& replies) {
        return Combined<int>{7, false, replies.empty() ? 1 : kNever};
      },
      [&](Outcome<int> outcome) { outcomes.push_back(std::move(outcome)); });
  call.OnResult(1, Result::Ok(0));
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].reply(), 7);
}

TEST(QuorumCallTest, QuorumFunctionThatDoesNotCountIsAskedUntilAllHaveAnswered) {
  std::vector<Outcome<int>> outcomes;
  Call call(
      "request", {0, 1},
      [](const std::string&, const Replies<int>&) {
        return Combined<int>{7, false};
      },
      [&](Outcome<int> outcome) { outcomes.push_back(std::move(outcome)); });
  call.OnResult(1, Result::Ok(0));
  EXPECT_TRUE(outcomes.empty());
  call.OnResult(0, Result::Ok(0));
  ASSERT_EQ(outcomes.size(), 1u);
}

TEST(QuorumCallTest, TokenCancelsTheCall) {
  Recorded recorded({0, 1}, 2);
  std::stop_source source;
  recorded.call.CancelWith(source.get_token());
  EXPECT_TRUE(recorded.outcomes.empty());
  source.request_stop();
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  EXPECT_EQ(recorded.outcomes[0].error().cause, Cause::kCancelled);
}

TEST(QuorumCallTest, ProgressHearsOfEveryReply) {
  std::vector<int> levels;
  Call call(
      "request", {0, 1, 2},
      [](const std::string&, const Replies<int>& replies) {
        return Combined<int>{0, replies.size() == 3, 1, static_cast<int>(replies.size())};
      },
      [](const Outcome<int>&) {},
      [&](const Combined<int>& combined) { levels.push_back(combined.level); });
  for (const NodeId node : {2, 0, 1}) call.OnResult(node, Result::Ok(0));
  EXPECT_EQ(levels, (std::vector<int>{1, 2, 3}));
}

TEST(QuorumCallTest, EndsIncompleteWhenAllAnsweredWithoutQuorum) {
  Recorded recorded({0, 1, 2}, 2);
  recorded.call.OnResult(2, Unavailable());
  recorded.call.OnResult(0, Result::Ok(5));
  recorded.call.OnResult(1, Result::Failed({0, NodeErrorCode::kRemote, "no"}));
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  const Outcome<int>& outcome = recorded.outcomes[0];
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().cause, Cause::kIncomplete);
  EXPECT_EQ(outcome.error().replies, 1);
  EXPECT_EQ(outcome.error().errors,
            (std::vector<NodeError>{{1, NodeErrorCode::kRemote, "no"},
                                    {2, NodeErrorCode::kUnavailable, "away"}}));
  EXPECT_EQ(outcome.reply(), 5);
}

TEST(QuorumCallTest, WithoutAnyReplyThereIsNoPartialReply) {
  Recorded recorded({3}, 1);
  recorded.call.OnResult(3, Unavailable());
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  EXPECT_FALSE(recorded.outcomes[0].reply().has_value());
}

TEST(QuorumCallTest, CauseIsTheDeadlineWhenANodeMissedIt) {
  Recorded recorded({0, 1}, 2);
  recorded.call.OnResult(0, Result::Failed({0, NodeErrorCode::kDeadlineExceeded, ""}));
  recorded.call.OnResult(1, Unavailable());
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  EXPECT_EQ(recorded.outcomes[0].error().cause, Cause::kDeadlineExceeded);
}

TEST(QuorumCallTest, CancelEndsTheCallOnce) {
  Recorded recorded({0, 1}, 2);
  recorded.call.OnResult(0, Result::Ok(4));
  recorded.call.Cancel();
  recorded.call.Cancel();
  recorded.call.OnResult(1, Result::Ok(4));
  ASSERT_EQ(recorded.outcomes.size(), 1u);
  EXPECT_EQ(recorded.outcomes[0].error().cause, Cause::kCancelled);
  EXPECT_EQ(recorded.outcomes[0].reply(), 4);
}

TEST(QuorumCallTest, QuorumFunctionSeesTheRequestAndRepliesInOrderOfIds) {
  std::vector<std::string> seen;
  Call call(
      "question", {5, 3, 4},
      [&](const std::string& request, const Replies<int>& replies) {
        std::string text = request;
        for (const auto& [node, reply] : replies) text.append(" ").append(std::to_string(node));
        seen.push_back(text);
        return Combined<int>{0, false};
      },
      [](Outcome<int>) {});
  for (const NodeId node : {5, 4, 3}) call.OnResult(node, Result::Ok(0));
  EXPECT_EQ(seen,
            (std::vector<std::string>{"question", "question 5", "question 4 5", "question 3 4 5"}));
}

TEST(StartQuorumCallTest, SendsToEveryNodeAndOutlivesItsCaller) {
  std::vector<std::pair<NodeId, std::function<void(Result)>>> sent;
  std::optional<Outcome<int>> end;
  StartQuorumCall<std::string, int, int>(
      "hello", {0, 1, 2}, SumOf(3),
      [&](NodeId node, const std::shared_ptr<const std::string>& request,
          std::function<void(Result)> on_result) {
        EXPECT_EQ(*request, "hello");
        sent.emplace_back(node, std::move(on_result));
      },
      [&](Outcome<int> outcome) { end = std::move(outcome); });
  ASSERT_EQ(sent.size(), 3u);
  for (auto& [node, on_result] : sent) on_result(Result::Ok(node * 10));
  ASSERT_TRUE(end);
  EXPECT_EQ(end->value(), 30);
}

TEST(StartQuorumCallTest, TransportMayAnswerInsideTheCall) {
  std::optional<Outcome<int>> end;
  StartQuorumCall<std::string, int, int>(
      "hello", {0, 1, 2}, SumOf(2),
      [](NodeId, const auto&, const std::function<void(Result)>& on_result) {
        on_result(Result::Ok(1));
      },
      [&](Outcome<int> outcome) {
        EXPECT_FALSE(end);
        end = std::move(outcome);
      });
  ASSERT_TRUE(end);
  EXPECT_EQ(end->value(), 2);
}

// What a transport was asked to send.
using Sent = std::vector<std::pair<NodeId, std::string>>;

TEST(StartQuorumCallTest, StragglersAreSentTheRequestWhateverEndedTheCall) {
  for (const Result& answer : {Result::Ok(1), Unavailable()}) {
    Sent sent;
    int ends = 0;
    StartQuorumCall<std::string, int, int>(
        "hello", {0, 1, 2, 3, 4}, SumOf(2),
        [&](NodeId node, const auto& request, const std::function<void(Result)>& on_result) {
          sent.emplace_back(node, *request);
          on_result(answer);
        },
        [&](const Outcome<int>&) { ++ends; });
    EXPECT_EQ(ends, 1);
    EXPECT_EQ(sent, (Sent{{0, "hello"}, {1, "hello"}, {2, "hello"}, {3, "hello"}, {4, "hello"}}));
  }
}

TEST(StartQuorumCallTest, CallThatNeedsMoreNodesThanThereAreEndsAtOnce) {
  std::optional<Outcome<int>> end;
  std::vector<NodeId> sent;
  StartQuorumCall<std::string, int, int>(
      "hello", {0, 1}, SumOf(3),
      [&](NodeId node, const auto&, const auto&) { sent.push_back(node); },
      [&](Outcome<int> outcome) { end = std::move(outcome); });
  EXPECT_EQ(sent, (std::vector<NodeId>{0, 1}));
  ASSERT_TRUE(end);
  EXPECT_EQ(ToString(end->error()),
            "quorum call incomplete: 0 replies; node 0: no answer yet; node 1: no answer yet");
}

// A call to nodes 0 to 2 that needs `size` replies; node n gets "hello n", node 1 is skipped. All
// answer at once.
std::optional<Outcome<int>> CallAllButOne(int size, Sent& sent) {
  std::optional<Outcome<int>> end;
  const std::vector<NodeId> nodes = {0, 1, 2};
  auto call = std::make_shared<Call>("hello", nodes, SumOf(size),
                                     [&](Outcome<int> outcome) { end = std::move(outcome); });
  const PerNode<std::string> per_node = [](const std::string& request, NodeId node) {
    return node == 1 ? std::nullopt : std::optional(request + " " + std::to_string(node));
  };
  SendToEach(call, nodes, per_node,
             [&](NodeId node, const auto& request, const std::function<void(Result)>& on_result) {
               sent.emplace_back(node, *request);
               on_result(Result::Ok(10));
             });
  return end;
}

TEST(SendToEachTest, EveryNodeGetsItsArgumentAndSkippedNodesNothing) {
  Sent sent;
  const auto end = CallAllButOne(2, sent);
  EXPECT_EQ(sent, (Sent{{0, "hello 0"}, {2, "hello 2"}}));
  ASSERT_TRUE(end);
  EXPECT_EQ(end->value(), 20);
}

TEST(SendToEachTest, SkippedNodeIsNeverASuccess) {
  Sent sent;
  const auto end = CallAllButOne(3, sent);
  ASSERT_TRUE(end);
  ASSERT_FALSE(end->ok());
  EXPECT_EQ(end->error().errors, (std::vector<NodeError>{{1, NodeErrorCode::kSkipped, ""}}));
  EXPECT_EQ(sent.size(), 2u);
}

TEST(SendToEachTest, CallWithAllNodesSkippedEnds) {
  const std::vector<NodeId> nodes = {0, 1};
  std::optional<Outcome<int>> end;
  auto call = std::make_shared<Call>("hello", nodes, SumOf(1),
                                     [&](Outcome<int> outcome) { end = std::move(outcome); });
  SendToEach(call, nodes, PerNode<std::string>([](const auto&, NodeId) { return std::nullopt; }),
             [](NodeId, const auto&, const auto&) { FAIL() << "nothing is sent"; });
  ASSERT_TRUE(end);
  EXPECT_EQ(end->error().errors.size(), 2u);
}

// Every order of every mix of replies, errors and duplicates of up to 3 nodes, against a reference
// that looks at the whole history after each result.
class Exhaustive {
 public:
  void Run(int nodes, int size) {
    nodes_ = nodes;
    size_ = size;
    Extend({});
  }
  int histories() const { return histories_; }

 private:
  using History = std::vector<std::pair<NodeId, bool>>;  // node, is it a reply?

  // The reference: (outcomes, is it ok?) after a history.
  std::pair<int, bool> Expected(const History& history) const {
    std::map<NodeId, bool> first;
    for (const auto& [node, replied] : history) {
      first.emplace(node, replied);
      int replies = 0;
      for (const auto& entry : first) replies += entry.second ? 1 : 0;
      const int outstanding = nodes_ - static_cast<int>(first.size());
      if (replies >= size_) return {1, true};
      if (replies + outstanding < size_) return {1, false};
    }
    return {0, false};
  }

  void Extend(const History& history) {
    Check(history);
    if (static_cast<int>(history.size()) == nodes_ + 2) return;
    for (NodeId node = 0; node < nodes_; ++node) {
      for (const bool replied : {true, false}) {
        History longer = history;
        longer.emplace_back(node, replied);
        Extend(longer);
      }
    }
  }

  void Check(const History& history) {
    ++histories_;
    std::vector<NodeId> nodes;
    for (NodeId node = 0; node < nodes_; ++node) nodes.push_back(node);
    Recorded recorded(nodes, size_);
    for (const auto& [node, replied] : history) {
      recorded.call.OnResult(node, replied ? Result::Ok(1) : Unavailable());
    }
    const auto [outcomes, ok] = Expected(history);
    ASSERT_EQ(static_cast<int>(recorded.outcomes.size()), outcomes);
    if (outcomes == 1) {
      ASSERT_EQ(recorded.outcomes[0].ok(), ok);
    }
  }

  int nodes_ = 0;
  int size_ = 0;
  int histories_ = 0;
};

TEST(QuorumCallTest, AgreesWithReferenceOnAllHistoriesOfUpToThreeNodes) {
  Exhaustive exhaustive;
  for (int nodes = 1; nodes <= 3; ++nodes) {
    for (int size = 1; size <= nodes; ++size) exhaustive.Run(nodes, size);
  }
  EXPECT_EQ(exhaustive.histories(), 1 * 15 + 2 * 341 + 3 * 9331);
}

}  // namespace
}  // namespace quorum
