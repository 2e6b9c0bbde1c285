#include "adapter/online/explore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "adapter/online/testing/toy_lock.h"

namespace adapter::online {
namespace {

using Bug = ToyLock::Bug;

const ExplorationProgress kNoProgress = [](const Exploration&, std::optional<std::size_t>) {};

Exploration Explored(Bug bug, const ExplorationSettings& settings,
                     const std::string& model = LockModel(3)) {
  const ToyOracle toy(model);
  ToySubject subject(bug);
  return Explore(subject, toy.oracle, settings, nullptr, kNoProgress);
}

std::vector<std::string> SentIn(const PlayedRun& run) {
  std::vector<std::string> texts;
  for (const Seen& seen : StimuliOf(run)) texts.push_back(ToString(seen.event.what));
  return texts;
}

TEST(ExploreTest, ARightSystemPassesEveryRun) {
  const Exploration result = Explored(Bug::kNone, {.runs = 50});
  EXPECT_EQ(result.passed, 50u);
  EXPECT_EQ(result.runs(), 50u);
  EXPECT_EQ(result.stimuli, 50u * 50u);
  EXPECT_GT(result.states, 10u);
  EXPECT_GE(result.pairs, result.states);
}

TEST(ExploreTest, AFailingRunIsMadeAsShortAsItCanBe) {
  const Exploration result = Explored(Bug::kForgets, {.runs = 50});
  ASSERT_EQ(result.failures.size(), 1u);
  const Failure& failure = result.failures.front();
  EXPECT_EQ(failure.run.key, "missing Granted");
  EXPECT_EQ(failure.run.stimuli, 3u);
  EXPECT_GT(failure.stimuli, 3u);
  EXPECT_EQ(failure.replays.failed, failure.replays.tries);
  EXPECT_GT(failure.replays.tries, 0);
}

/// Of a lock that forgets, whose saved cases fail as the word says, one letter after the other.
Exploration ExploredWithReplays(const std::string& replays, const ExplorationSettings& settings) {
  const ToyOracle toy(LockModel(3));
  ToySubject subject(Bug::kForgets);
  std::size_t next = 0;
  subject.replay = [&](const auto&...) {
    return replays.at(std::min(next++, replays.size() - 1)) == 'f' ? Outcome::kFail
                                                                   : Outcome::kPass;
  };
  return Explore(subject, toy.oracle, settings, nullptr, kNoProgress);
}

TEST(ExploreTest, AFailureWhoseCaseDoesNotFailAgainIsNotTheEnd) {
  // Of the first run nothing fails when it is replayed, whatever is left out of it.
  const std::string never(5 * 50, 'p');
  const Exploration result = ExploredWithReplays(never + "f", {.runs = 50});
  ASSERT_EQ(result.failures.size(), 1u);
  const Failure& failure = result.failures.front();
  EXPECT_TRUE(failure.replays.FailsAgain());
  EXPECT_GT(failure.number, 1u) << "a later run is kept";
  EXPECT_LT(result.runs(), 50u) << "then it ends";
  EXPECT_EQ(failure.same + 1, result.failed);
}

TEST(ExploreTest, IfNoCaseFailsAgainTheFirstFailureIsKept) {
  const Exploration result = ExploredWithReplays("p", {.runs = 4});
  EXPECT_EQ(result.runs(), 4u);
  ASSERT_EQ(result.failures.size(), 1u);
  const Failure& failure = result.failures.front();
  EXPECT_EQ(failure.replays.failed, 0);
  EXPECT_EQ(failure.number, 1u);
  EXPECT_EQ(failure.same, result.failed - 1);
}

TEST(ExploreTest, WithoutTimeForItNothingIsReplayed) {
  const Exploration result = ExploredWithReplays("p", {.runs = 4, .shortening = {}});
  EXPECT_EQ(result.runs(), 1u);
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(result.failures.front().replays.tries, 0);
  EXPECT_EQ(result.failures.front().run.stimuli, result.failures.front().stimuli);
}

TEST(ExploreTest, TheSystemIsToldTheSeedThatAReplayTellsIt) {
  const ToyOracle toy(LockModel(3));
  ToySubject subject(Bug::kForgets);
  std::vector<std::uint64_t> seeds;
  subject.replay = [&](const auto&, const auto&, std::uint64_t seed) {
    seeds.push_back(seed);
    return Outcome::kFail;
  };
  Explore(subject, toy.oracle, {.seed = 7, .runs = 50}, nullptr, kNoProgress);
  ASSERT_FALSE(seeds.empty());
  EXPECT_EQ(subject.begun.back().seed, seeds.front());
}

TEST(ExploreTest, AFailureEndsItUnlessAllAreWanted) {
  EXPECT_EQ(Explored(Bug::kTwoHolders, {.runs = 20}).failed, 1u);
  const Exploration all = Explored(Bug::kTwoHolders, {.runs = 20, .all = true});
  EXPECT_EQ(all.runs(), 20u);
  ASSERT_EQ(all.failures.size(), 1u);  // they fail in the same way
  EXPECT_EQ(all.failures.front().same + 1, all.failed);
}

TEST(ExploreTest, TheChoicesOfARunDependOnTheSeedAndItsNumberAlone) {
  const auto run = [](std::uint64_t seed) {
    const ToyOracle toy(LockModel(3));
    ToySubject subject;
    Coverage coverage;
    Chance director(seed, {.stimuli = 20}, toy.oracle.stimuli, coverage);
    const PlayedRun played = Play(subject, {"lock", "1", 1, xml::Element("Configuration")},
                                  toy.oracle, director, nullptr);
    return SentIn(played);
  };
  EXPECT_EQ(run(5), run(5));
  EXPECT_NE(run(5), run(6));
}

TEST(ExploreTest, WeightsOfTheModelDecideHowOftenAStimulusIsSent) {
  const auto requests_of_run = [](const std::string& more) {
    const ToyOracle toy(LockModel(3, more));
    ToySubject subject;
    Coverage coverage;
    std::size_t requests = 0;
    std::size_t all = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Chance director(seed, {.stimuli = 6}, toy.oracle.stimuli, coverage);
      const PlayedRun run = Play(subject, {"lock", "1", 1, xml::Element("Configuration")},
                                 toy.oracle, director, nullptr);
      for (const std::string& text : SentIn(run)) requests += text.starts_with("Request") ? 1 : 0;
      all += run.stimuli;
    }
    return static_cast<double>(requests) / static_cast<double>(all);
  };
  // Where the lock is held, a request is chosen rarely, or nearly always.
  EXPECT_LT(requests_of_run("weight = { [Request] = 0.001 },"), 0.51);
  EXPECT_GT(requests_of_run("weight = { [Request] = 1000 },"), 0.65);
}

TEST(ExploreTest, TowardsUncoveredMeetsMoreInAsManyStimuli) {
  std::size_t by_chance = 0;
  std::size_t towards = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const ExplorationSettings settings{.seed = seed, .runs = 3};
    by_chance += Explored(Bug::kNone, settings, LockModel(5)).pairs;
    ExplorationSettings covering = settings;
    covering.chance.towards_uncovered = true;
    towards += Explored(Bug::kNone, covering, LockModel(5)).pairs;
  }
  EXPECT_GT(towards, by_chance * 11 / 10);
}

TEST(ExploreTest, NothingButInconclusiveRunsEndIt) {
  const ToyOracle toy(LockModel(2));
  ToySubject subject;
  subject.does_not_start = "no such program";
  const Exploration result = Explore(subject, toy.oracle, {.runs = 100}, nullptr, kNoProgress);
  EXPECT_EQ(result.inconclusive, 5u);
  EXPECT_EQ(result.runs(), 5u);
  EXPECT_EQ(result.why_inconclusive, "no such program");
}

TEST(ExploreTest, AnInterruptEndsItAndIsNoFailure) {
  const ToyOracle toy(LockModel(2));
  ToySubject subject;
  std::atomic<bool> interrupt = false;
  const Exploration result = Explore(subject, toy.oracle, {.runs = 100}, &interrupt,
                                     [&](const Exploration& so_far, std::optional<std::size_t>) {
                                       interrupt = so_far.runs() == 3;
                                     });
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.passed, 3u);
  EXPECT_EQ(result.runs(), 3u);
}

}  // namespace
}  // namespace adapter::online
