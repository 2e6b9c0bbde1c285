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
    return Combined<int>{sum, static_cast<int>(replies.size()) >= size};
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
  EXPECT_EQ(seen, (std::vector<std::string>{"question 5", "question 4 5", "question 3 4 5"}));
}

TEST(StartQuorumCallTest, SendsToEveryNodeAndOutlivesItsCaller) {
  std::vector<std::pair<NodeId, std::function<void(Result)>>> sent;
  std::optional<Outcome<int>> end;
  StartQuorumCall<std::string, int, int>(
      "hello", {0, 1, 2}, SumOf(3),
      [&](NodeId node, const std::string& request, std::function<void(Result)> on_result) {
        EXPECT_EQ(request, "hello");
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
      [](NodeId, const std::string&, const std::function<void(Result)>& on_result) {
        on_result(Result::Ok(1));
      },
      [&](Outcome<int> outcome) {
        EXPECT_FALSE(end);
        end = std::move(outcome);
      });
  ASSERT_TRUE(end);
  EXPECT_EQ(end->value(), 2);
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
      if (replies >= size_) return {1, true};
      if (static_cast<int>(first.size()) == nodes_) return {1, false};
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
