#include "quorum/local_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <stop_token>
#include <vector>

#include "quorum/manager.h"
#include "quorum/node_call.h"
#include "quorum/test_spec_testing.h"
#include "quorum/thread_timer.h"

namespace quorum {
namespace {

using testing::Text;

constexpr Method kSingle{"/quorum.testing.Test/Single"};

class LocalLinkTest : public ::testing::Test {
 protected:
  using Handle = std::function<void(const Text&, Respond<Text>)>;

  NodeResult<Text> Call(const Handle& handle, const CallOptions& options = {Duration(60'000'000)}) {
    auto dispatcher = std::make_shared<Dispatcher>();
    if (handle) dispatcher->Add<Text, Text>(kSingle, handle);
    LocalLink link(dispatcher, std::make_shared<ThreadTimer>());
    std::promise<NodeResult<Text>> promise;
    link.Start(std::make_shared<TypedNodeCall<Text, Text>>(
        2, kSingle, options, std::make_shared<const Text>(TextOf("why")),
        [&](NodeResult<Text> result) { promise.set_value(std::move(result)); }));
    return promise.get_future().get();
  }
};

TEST_F(LocalLinkTest, HandlerAnswersInTheCall) {
  EXPECT_EQ(Call([](const Text& request, const Respond<Text>& respond) {
              respond(NodeResult<Text>::Ok(TextOf(request.text() + "!")));
            }).reply->text(),
            "why!");
}

TEST_F(LocalLinkTest, OnlyTheFirstAnswerCounts) {
  EXPECT_EQ(Call([](const Text&, const Respond<Text>& respond) {
              respond(NodeResult<Text>::Failed({0, NodeErrorCode::kRemote, "no"}));
              respond(NodeResult<Text>::Ok(TextOf("yes")));
            }).error,
            (NodeError{2, NodeErrorCode::kRemote, "no"}));
}

TEST_F(LocalLinkTest, HandlerThatNeverAnswersMeetsTheDeadline) {
  Respond<Text> parked;
  const auto result = Call([&](const Text&, Respond<Text> respond) { parked = std::move(respond); },
                           {Duration(20'000)});
  EXPECT_EQ(result.error,
            (NodeError{2, NodeErrorCode::kDeadlineExceeded, "no reply before the deadline"}));
  parked(NodeResult<Text>::Ok(TextOf("late")));
}

TEST_F(LocalLinkTest, HandlerThatDropsItsAnswerIsAnError) {
  EXPECT_EQ(Call([](const Text&, const Respond<Text>&) {}).error,
            (NodeError{2, NodeErrorCode::kUnavailable, "the node does not answer"}));
}

TEST_F(LocalLinkTest, UnknownMethodIsAnError) {
  EXPECT_EQ(Call(nullptr).error, (NodeError{2, NodeErrorCode::kRemote,
                                            "there is no method /quorum.testing.Test/Single"}));
}

// What cancels it is then held by nobody else: a sanitizer sees it used too long.
TEST(LocalNodesTest, CancellingACallMayEndAllThatHoldsItsTokens) {
  std::vector<Respond<Text>> parked;
  auto dispatcher = std::make_shared<Dispatcher>();
  dispatcher->Add<Text, Text>(testing::TestNodes::kCall, [&](const Text&, Respond<Text> respond) {
    parked.push_back(std::move(respond));
  });
  const Manager manager({{0, "", nullptr, dispatcher}, {1, "", nullptr, dispatcher}});
  const testing::TestConfiguration nodes(testing::TestNodes(manager.All()),
                                         std::make_shared<MajorityOfThree>());
  for (int i = 0; i < 100; ++i) {
    std::stop_source giving_up;
    const auto future =
        nodes.CallAsync(TextOf("why"), {Duration(60'000'000), false, giving_up.get_token()});
    giving_up.request_stop();
    EXPECT_EQ(future.Get().error().cause, Cause::kCancelled);
  }
}

}  // namespace
}  // namespace quorum
