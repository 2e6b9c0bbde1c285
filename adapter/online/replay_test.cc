#include "adapter/online/replay.h"

#include <gtest/gtest.h>

#include "adapter/online/directors.h"
#include "adapter/online/testing/toy_lock.h"

namespace adapter::online {
namespace {

/// Runs with so many stimuli each.
std::vector<PlayedRun> Chain(const std::vector<std::size_t>& stimuli) {
  std::vector<PlayedRun> chain(stimuli.size());
  for (std::size_t i = 0; i < stimuli.size(); ++i) chain[i].stimuli = stimuli[i];
  return chain;
}

TEST(MostCertainTest, TheShortestThatFailsSurelyIsTaken) {
  const Reproduction best = MostCertain(Chain({9, 7, 5, 3}), [](const PlayedRun& run) {
    EXPECT_NE(run.stimuli, 9u) << "one is found already";
    return run.stimuli == 7 ? Certainty{3, 3} : Certainty{5, 2};
  });
  EXPECT_EQ(best.run.stimuli, 7u);
  EXPECT_EQ(best.certainty.failed, 3);
}

TEST(MostCertainTest, OtherwiseTheOneThatFailsMostOftenAndTheShorterOfTwo) {
  const Reproduction best = MostCertain(Chain({9, 7, 5, 3}), [](const PlayedRun& run) {
    return Certainty{5, run.stimuli == 9 || run.stimuli == 3 ? 0 : 2};
  });
  EXPECT_EQ(best.run.stimuli, 5u);
  EXPECT_EQ(best.certainty.failed, 2);
}

TEST(MostCertainTest, WithoutTimeItIsTheShortest) {
  const auto never = [](const PlayedRun&) { return Certainty{}; };
  const Reproduction best = MostCertain(Chain({9, 7}), never);
  EXPECT_EQ(best.run.stimuli, 7u);
  EXPECT_EQ(best.certainty.tries, 0);
}

/// A run of the toy with a bug, until it fails.
PlayedRun FailingRun(const ToyOracle& toy, ToySubject& subject) {
  Coverage coverage;
  Chance director(1, {.stimuli = 50}, toy.oracle.stimuli, coverage);
  return Play(subject, {"lock", "1", 1, xml::Element("Configuration")}, toy.oracle, director,
              nullptr);
}

TEST(ReplaySavedTest, TheCaseIsRunUntilItIsKnownHowSurelyItFails) {
  const ToyOracle toy(LockModel(2));
  ToySubject subject(ToyLock::Bug::kForgets);
  const PlayedRun run = FailingRun(toy, subject);
  ASSERT_EQ(run.outcome, Outcome::kFail);
  std::vector<std::uint64_t> seeds;
  subject.replay = [&](const suite::Suite& suite, const suite::Case& test, std::uint64_t seed) {
    EXPECT_EQ(suite.name(), "lock");
    EXPECT_EQ(test.id, "4-2");
    seeds.push_back(seed);
    return seeds.size() % 2 == 0 ? Outcome::kFail : Outcome::kInconclusive;
  };
  const auto replay = [&](bool is_over) {
    return ReplaySaved(subject, toy.oracle, run, "4-2", 4, [=] { return is_over; });
  };
  const Certainty certainty = replay(false);
  EXPECT_EQ(certainty.failed, 2);
  EXPECT_EQ(certainty.tries, 5);
  EXPECT_NE(seeds[0], seeds[1]);
  EXPECT_EQ(replay(true).tries, 0);
  EXPECT_EQ(seeds.size(), 5u);
}

}  // namespace
}  // namespace adapter::online
