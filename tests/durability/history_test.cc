// The judge of histories finds what it is there for.
#include "tests/durability/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace durability {
namespace {

using paxos::Point;
using paxos::Record;
using testing::ElementsAre;
using testing::IsEmpty;

const Record kPromise = {Record::Kind::kPromise, 4, ""};
const Record kVote = {Record::Kind::kVote, 4, "M1"};
const Record kDecision = {Record::Kind::kDecision, 4, "M1"};

Line Saving(const Record& record) { return {1, Line::Kind::kSaving, {}, record}; }
Line Saved(const Record& record) { return {1, Line::Kind::kSaved, {}, record}; }
Line Observed(const paxos::Event& event) { return {1, Line::Kind::kEvent, event, {}}; }
Line Loaded(std::optional<paxos::Round> promised, std::optional<paxos::Round> vrnd = std::nullopt,
            std::optional<std::string> vval = std::nullopt,
            std::optional<std::string> decided = std::nullopt) {
  return Observed({.point = Point::kLoaded,
                   .promised = promised,
                   .vrnd = vrnd,
                   .vval = vval,
                   .value = decided});
}

std::vector<std::string> ErrorsOf(const std::vector<Line>& lines) {
  return JudgeReplica(0, lines).errors;
}

TEST(EventLogTest, LineIsReadAsItWasWritten) {
  const Line event = Observed({.point = Point::kPromised,
                               .replica = 2,
                               .about = 1,
                               .rnd = 5,
                               .promised = 6,
                               .vrnd = 3,
                               .vval = "",
                               .value = "M1"});
  for (const Line& line : {event, Loaded(std::nullopt), Saving(kVote), Saved(kPromise)}) {
    EXPECT_EQ(ToText(ParseLine(ToText(line))), ToText(line));
  }
  EXPECT_EQ(ParseLine(ToText(event)).event.vval, "");
  EXPECT_EQ(ParseLine(ToText(Saving(kVote))).record, kVote);
}

TEST(HistoryTest, TakesASoundHistory) {
  const ReplicaHistory history = JudgeReplica(
      0, {Loaded(std::nullopt), Saving(kPromise), Saved(kPromise),
          Observed({.point = Point::kPromised, .rnd = 4}), Saving(kVote), Saved(kVote),
          Observed({.point = Point::kVoted, .rnd = 4, .value = "M1"}), Loaded(4, 4, "M1")});
  EXPECT_THAT(history.errors, IsEmpty());
  EXPECT_EQ(history.incarnations, 2);
  EXPECT_EQ(history.in_doubt, 0);
}

TEST(HistoryTest, RecordInDoubtIsThereOrNot) {
  const std::vector<Line> before = {Loaded(std::nullopt), Saving(kPromise), Saved(kPromise),
                                    Saving(kVote)};
  std::vector<Line> with = before, without = before;
  with.push_back(Loaded(4, 4, "M1"));
  without.push_back(Loaded(4));
  EXPECT_THAT(ErrorsOf(with), IsEmpty());
  EXPECT_THAT(ErrorsOf(without), IsEmpty());
  EXPECT_EQ(JudgeReplica(0, with).events.size(), 1u);  // the vote counts
  EXPECT_EQ(JudgeReplica(0, without).events.size(), 0u);
  EXPECT_EQ(JudgeReplica(0, with).in_doubt, 1);
}

TEST(HistoryTest, FindsWhatWasLost) {
  EXPECT_THAT(
      ErrorsOf({Loaded(std::nullopt), Saving(kPromise), Saved(kPromise), Loaded(std::nullopt)}),
      ElementsAre("replica 0 incarnation 2 starts from [promised -1, vote (-1, none), round "
                  "-1, decided none], but saved was [promised 4, vote none, round none, "
                  "decision none]"));
  EXPECT_EQ(ErrorsOf({Saving(kVote), Saved(kVote), Loaded(4)}).size(), 1u);
  EXPECT_EQ(ErrorsOf({Saving(kVote), Saved(kVote), Loaded(4, 4, "M2")}).size(), 1u);
  EXPECT_EQ(ErrorsOf({Saving(kDecision), Saved(kDecision), Loaded(std::nullopt)}).size(), 1u);
}

TEST(HistoryTest, FindsRepliesBeforeTheRecordIsSaved) {
  const paxos::Event promise = {.point = Point::kPromised, .rnd = 4};
  const paxos::Event learn = {.point = Point::kVoted, .rnd = 4, .value = "M1"};
  const paxos::Event learned = {.point = Point::kLearned, .rnd = 4, .value = "M1"};
  const paxos::Event prepare = {.point = Point::kPrepareSent, .rnd = 3};
  EXPECT_THAT(ErrorsOf({Saving(kPromise), Observed(promise)}),
              ElementsAre("replica 0 promises round 4 before that is saved"));
  EXPECT_THAT(ErrorsOf({Saving(kVote), Observed(learn)}),
              ElementsAre("replica 0 votes in round 4 before that is saved"));
  EXPECT_THAT(ErrorsOf({Observed(learned)}),
              ElementsAre("replica 0 learns in round 4 before that is saved"));
  EXPECT_THAT(ErrorsOf({Observed(prepare)}),
              ElementsAre("replica 0 begins round 3 before that is saved"));
}

TEST(HistoryTest, FindsARoundThatIsUsedAgain) {
  const Record round = {Record::Kind::kRound, 3, ""};
  EXPECT_THAT(ErrorsOf({Saved(round), Saved(round)}),
              ElementsAre("replica 0 uses round 3 after round 3"));
}

TEST(HistoryTest, SafetyOraclesSeeAllReplicasInTheOrderOfTime) {
  // Two replicas of three learn different values.
  std::vector<ReplicaHistory> replicas(3);
  replicas[0].events = {{3, oracles::Learned{0, "M1"}}};
  replicas[1].events = {{2, oracles::Learned{1, "M2"}}};
  const std::vector<Timed> clients = {{1, oracles::ClientProposed{0, "M1"}},
                                      {1, oracles::ClientProposed{1, "M2"}}};
  const auto errors = JudgeSystem(replicas, clients, 2);
  ASSERT_FALSE(errors.empty());
  EXPECT_THAT(errors, testing::Contains(testing::HasSubstr("agreement: ")));
}

}  // namespace
}  // namespace durability
