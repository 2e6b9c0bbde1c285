#include "sut/paxos/roles/learner.h"

#include <gtest/gtest.h>

#include "sut/paxos/testing/failing_storage.h"
#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

CommitRequest Commit(Round rnd, const std::string& value) {
  CommitRequest request;
  request.set_rnd(rnd);
  request.set_value(value);
  return request;
}

TEST(LearnerTest, KnowsNothingAtFirst) {
  MemoryStorage storage;
  EXPECT_FALSE(Learner(storage, Probe(0)).learned().has_value());
}

TEST(LearnerTest, LearnsTheCommittedValue) {
  Recorder recorder;
  MemoryStorage storage;
  Learner learner(storage, Probe(2, &recorder));
  learner.OnCommit(Commit(4, "M1"));
  EXPECT_EQ(learner.learned(), (RoundValue{4, "M1"}));
  const auto events = recorder.At(Point::kLearned);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].replica, 2);
  EXPECT_EQ(events[0].rnd, 4);
  EXPECT_EQ(events[0].value, "M1");
}

TEST(LearnerTest, KeepsWhatItLearnedFirst) {
  Recorder recorder;
  MemoryStorage storage;
  Learner learner(storage, Probe(0, &recorder));
  learner.OnCommit(Commit(0, "M1"));
  learner.OnCommit(Commit(1, "M1"));
  learner.OnCommit(Commit(2, "M2"));
  EXPECT_EQ(learner.learned(), (RoundValue{0, "M1"}));
  EXPECT_EQ(recorder.At(Point::kLearned).size(), 1u);
}

TEST(LearnerTest, KnowsAfterARestartWhatItLearned) {
  MemoryStorage storage;
  Learner(storage, Probe(0)).OnCommit(Commit(4, "M1"));
  Learner restarted(storage, Probe(0));
  EXPECT_EQ(restarted.learned(), (RoundValue{4, "M1"}));
  restarted.OnCommit(Commit(5, "M2"));
  EXPECT_EQ(storage.Load().decision, (RoundValue{4, "M1"}));
}

TEST(LearnerTest, LearnsNothingThatCouldNotBeSaved) {
  Recorder recorder;
  FailingStorage storage;
  storage.fails = true;
  Learner learner(storage, Probe(0, &recorder));
  EXPECT_THROW(learner.OnCommit(Commit(0, "M1")), StorageError);
  EXPECT_FALSE(learner.learned().has_value());
  EXPECT_TRUE(recorder.At(Point::kLearned).empty());
}

}  // namespace
}  // namespace paxos
