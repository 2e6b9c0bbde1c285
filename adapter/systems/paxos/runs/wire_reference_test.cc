#include "adapter/systems/paxos/runs/wire_reference.h"

#include <gtest/gtest.h>

namespace adapter {
namespace {

paxos::PrepareRequest Prepare(paxos::Round rnd) {
  paxos::PrepareRequest request;
  request.set_rnd(rnd);
  return request;
}

template <class Request>
Request With(paxos::Round rnd, const std::string& value) {
  Request request;
  request.set_rnd(rnd);
  request.set_value(value);
  return request;
}

const paxos::StoredState kVoted{5, paxos::RoundValue{4, "a"}, std::nullopt, std::nullopt};

TEST(WireReferenceTest, AHigherRoundIsPromisedWithTheVote) {
  const auto answer = AnswerTo(Prepare(6), kVoted);
  EXPECT_EQ(MessageText(answer.reply), "{promise { rnd: 6 vote { rnd: 4 value: \"a\" } }}");
  EXPECT_EQ(answer.state.promised, 6);
  EXPECT_EQ(answer.state.vote, kVoted.vote);
}

TEST(WireReferenceTest, ThePromisedRoundIsNotPromisedAgain) {
  const auto answer = AnswerTo(Prepare(5), kVoted);
  EXPECT_EQ(MessageText(answer.reply), "{refusal { promised: 5 }}");
  EXPECT_EQ(answer.state, kVoted);
}

TEST(WireReferenceTest, AVoteIsForThePromisedRoundOrAHigherOne) {
  const auto refusal = AnswerTo(With<paxos::AcceptRequest>(4, "b"), kVoted);
  EXPECT_TRUE(refusal.reply.has_refusal());
  EXPECT_EQ(refusal.state, kVoted);
  const auto vote = AnswerTo(With<paxos::AcceptRequest>(5, "b"), kVoted);
  EXPECT_EQ(MessageText(vote.reply), "{learn { rnd: 5 value: \"b\" }}");
  EXPECT_EQ(StateText(vote.state), "promised 5, vote (5, \"b\"), begun none, decided none");
}

TEST(WireReferenceTest, TheFirstCommitIsLearned) {
  const auto first = AnswerTo(With<paxos::CommitRequest>(4, "a"), kVoted);
  const auto second = AnswerTo(With<paxos::CommitRequest>(6, "b"), first.state);
  EXPECT_EQ(second.state.decision, (paxos::RoundValue{4, "a"}));
}

TEST(WireReferenceTest, APingBringsWhatItsSenderMissed) {
  paxos::StoredState state = kVoted;
  state.decision = paxos::RoundValue{4, "a"};
  paxos::PingRequest ping;
  EXPECT_EQ(MessageText(AnswerTo(ping, state, 1)),
            "{from: 1 learned: true decided { rnd: 4 value: \"a\" } vrnd: 4}");
  ping.set_learned(true);
  EXPECT_EQ(MessageText(AnswerTo(ping, state, 1)), "{from: 1 learned: true vrnd: 4}");
}

TEST(WireReferenceTest, LongValuesAreCutShort) {
  const std::string text = MessageText(With<paxos::CommitRequest>(4, std::string(1000, 'x')));
  EXPECT_TRUE(text.ends_with("x... (1016 bytes)}")) << text;
}

}  // namespace
}  // namespace adapter
