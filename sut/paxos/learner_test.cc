#include "sut/paxos/learner.h"

#include <gtest/gtest.h>

#include "sut/paxos/recorder.h"

namespace paxos {
namespace {

CommitRequest Commit(Round rnd, const std::string& value) {
  CommitRequest request;
  request.set_rnd(rnd);
  request.set_value(value);
  return request;
}

TEST(LearnerTest, KnowsNothingAtFirst) { EXPECT_FALSE(Learner(Probe(0)).learned().has_value()); }

TEST(LearnerTest, LearnsTheCommittedValue) {
  Recorder recorder;
  Learner learner(Probe(2, &recorder));
  learner.OnCommit(Commit(4, "M1"));
  EXPECT_EQ(learner.learned(), "M1");
  const auto events = recorder.At(Point::kLearned);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].replica, 2);
  EXPECT_EQ(events[0].rnd, 4);
  EXPECT_EQ(events[0].value, "M1");
}

TEST(LearnerTest, KeepsWhatItLearnedFirst) {
  Recorder recorder;
  Learner learner(Probe(0, &recorder));
  learner.OnCommit(Commit(0, "M1"));
  learner.OnCommit(Commit(1, "M1"));
  learner.OnCommit(Commit(2, "M2"));
  EXPECT_EQ(learner.learned(), "M1");
  EXPECT_EQ(recorder.At(Point::kLearned).size(), 1u);
}

}  // namespace
}  // namespace paxos
