// The models whose state spaces are known from other tools and from closed forms (TLC, Stateright,
// SPIN, Helena, verifypn and others, which agree): the figures that their files state, pinned.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"

namespace models {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// Larger state spaces are left to the builds without sanitizers.
constexpr std::uint64_t kMostStatesUnderSanitizers = 50'000;

using Parameters = std::map<std::string, std::string>;

struct KnownAnswer {
  std::string model;
  Parameters parameters;
  std::uint64_t states = 0;
  std::optional<std::uint64_t> arcs = std::nullopt;
  std::optional<std::uint64_t> dead_markings = std::nullopt;
};

void PrintTo(const KnownAnswer& answer, std::ostream* out) {
  *out << answer.model;
  for (const auto& [name, value] : answer.parameters) *out << ' ' << name << '=' << value;
}

cpn::StateCount Count(const KnownAnswer& answer) {
  cpn::lua::LoadOptions options;
  options.parameters = answer.parameters;
  const auto model =
      cpn::lua::LuaModel::Load(test::SourcePath("/models/") + answer.model + ".lua", options);
  return cpn::CountStates(model->engine());
}

class KnownAnswersTest : public ::testing::TestWithParam<KnownAnswer> {};

TEST_P(KnownAnswersTest, StateSpaceHasTheSizeThatOtherToolsFound) {
  const KnownAnswer& answer = GetParam();
  if (kSanitized && answer.states > kMostStatesUnderSanitizers) {
    GTEST_SKIP() << "too slow with sanitizers";
  }
  const cpn::StateCount count = Count(answer);
  EXPECT_EQ(count.end, cpn::ExplorationEnd::kComplete);
  EXPECT_EQ(count.states, answer.states);
  if (answer.arcs) {
    EXPECT_EQ(count.arcs, *answer.arcs);
  }
  if (answer.dead_markings) {
    EXPECT_EQ(count.dead_markings, *answer.dead_markings);
  }
}

std::uint64_t Power(std::uint64_t base, int exponent) {
  std::uint64_t power = 1;
  for (int i = 0; i < exponent; ++i) power *= base;
  return power;
}

std::vector<KnownAnswer> TransactionCommits() {
  std::vector<KnownAnswer> answers;
  for (const int n : {1, 2, 3, 5, 8}) {
    answers.push_back({"transaction_commit",
                       {{"N", std::to_string(n)}},
                       Power(3, n) + Power(2, n) - 1,
                       std::nullopt,
                       2});
  }
  return answers;
}

std::vector<KnownAnswer> TwoPhases() {
  std::vector<KnownAnswer> answers;
  for (const int n : {1, 2, 3, 5, 8}) {
    answers.push_back(
        {"two_phase", {{"N", std::to_string(n)}}, Power(6, n) + Power(4, n) + Power(2, n)});
  }
  return answers;
}

KnownAnswer LamportPaxos(int ballots, int values, std::uint64_t states) {
  return {"lamport_paxos",
          {{"ballots", std::to_string(ballots)}, {"values", std::to_string(values)}},
          states};
}

std::vector<KnownAnswer> LamportPaxoses() {
  std::vector<KnownAnswer> answers;
  for (const int k : {1, 2, 3}) answers.push_back(LamportPaxos(k, 1, Power(41, k)));
  for (const int v : {1, 2, 3, 9}) {
    answers.push_back(LamportPaxos(1, v, 9 + 32 * static_cast<std::uint64_t>(v)));
  }
  answers.push_back(LamportPaxos(2, 2, 3'921));
  answers.push_back(LamportPaxos(3, 2, 185'369));
  return answers;
}

INSTANTIATE_TEST_SUITE_P(TransactionCommit, KnownAnswersTest,
                         ::testing::ValuesIn(TransactionCommits()));
INSTANTIATE_TEST_SUITE_P(TwoPhase, KnownAnswersTest, ::testing::ValuesIn(TwoPhases()));
INSTANTIATE_TEST_SUITE_P(LamportPaxos, KnownAnswersTest, ::testing::ValuesIn(LamportPaxoses()));

INSTANTIATE_TEST_SUITE_P(
    Philosophers, KnownAnswersTest,
    ::testing::Values(KnownAnswer{"philosophers", {{"N", "12"}}, 39'202, 304'104, 1},
                      KnownAnswer{"philosophers", {{"N", "14"}}, 228'486, 2'067'856, 1},
                      KnownAnswer{"philosophers", {{"N", "16"}}, 1'331'714, 13'774'112, 1}));

Parameters Buffer(int producers, int consumers, int values, int capacity) {
  return {{"producers", std::to_string(producers)},
          {"consumers", std::to_string(consumers)},
          {"values", std::to_string(values)},
          {"capacity", std::to_string(capacity)}};
}

INSTANTIATE_TEST_SUITE_P(
    ProducersConsumers, KnownAnswersTest,
    ::testing::Values(KnownAnswer{"producers_consumers", Buffer(1, 1, 2, 2), 54, 108, 0},
                      KnownAnswer{"producers_consumers", Buffer(2, 2, 4, 6), 131'250, 672'000, 0},
                      KnownAnswer{"producers_consumers", Buffer(3, 3, 4, 6), 3'281'250, 25'200'000,
                                  0}));

Parameters Roles(int proposers, int acceptors) {
  return {{"proposers", std::to_string(proposers)}, {"acceptors", std::to_string(acceptors)}};
}

INSTANTIATE_TEST_SUITE_P(
    PaxosKernel, KnownAnswersTest,
    ::testing::Values(KnownAnswer{"paxos_kernel", Roles(2, 3), 98'160, 506'256, 7},
                      KnownAnswer{"paxos_kernel", Roles(2, 4), 1'747'604, 11'296'284, 9}));

}  // namespace
}  // namespace models
