// All ways to find an order against the definition, on every history of up to four operations; and
// the decisions without a search against the search, on random histories of up to sixteen.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "oracles/linearizability/check.h"
#include "oracles/linearizability/explain.h"
#include "oracles/linearizability/level_search.h"
#include "oracles/linearizability/map.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"
#include "oracles/linearizability/search.h"
#include "oracles/linearizability/testing/long_history.h"
#include "oracles/linearizability/testing/small_histories.h"
#include "oracles/linearizability/testing/workloads.h"
#include "testing/sanitized.h"

namespace oracles::linearizability {
namespace {

using testing::ForEachHistory;
using testing::ForEachShape;
using testing::HasOrder;
using testing::IsExplainedBy;
using testing::Observed;
using testing::Times;

constexpr std::uint64_t kEnough = std::numeric_limits<std::uint64_t>::max();

struct Agreed {
  std::size_t histories = 0;
  std::size_t linearizable = 0;
  std::size_t decided = 0;  // without a search
};

// One finding against what the definition says.
template <typename Spec>
void ExpectRight(const Spec& spec, const History<Spec>& history, const Finding& finding,
                 bool expected, const char* by) {
  if (finding.answer != (expected ? Answer::kLinearizable : Answer::kNotLinearizable)) {
    ADD_FAILURE() << by << " is wrong: " << Explain(spec, history, Check(spec, history));
  }
  if (finding.answer == Answer::kLinearizable && !IsExplainedBy(spec, history, finding.order)) {
    ADD_FAILURE() << by << " has an order that does not explain it";
  }
}

template <typename Spec>
void Compare(const Spec& spec, const History<Spec>& history, Agreed& count) {
  if (::testing::Test::HasFailure()) return;
  std::vector<std::size_t> part;
  for (std::size_t i = 0; i < history.size(); ++i) part.push_back(i);
  const Selection selection = Whole(history, part);
  const bool expected = HasOrder(spec, history, spec.Initial());
  ExpectRight(spec, history, Search<Spec>(spec, history, selection).Run(kEnough), expected,
              "the search in depth");
  ExpectRight(spec, history, LevelSearch<Spec>(spec, history, selection).Run(kEnough), expected,
              "the search by levels");
  if constexpr (requires { spec.Decide(history, selection); }) {
    const std::optional<Finding> decided = spec.Decide(history, selection);
    if (decided) ExpectRight(spec, history, *decided, expected, "the decision");
    count.decided += decided ? 1 : 0;
  }
  ++count.histories;
  count.linearizable += expected ? 1 : 0;
}

template <typename Spec>
Agreed CompareAll(std::size_t operations, std::size_t clients,
                  const std::vector<Observed<Spec>>& alphabet) {
  Agreed count;
  for (std::size_t size = 1; size <= operations; ++size) {
    ForEachShape(size, clients, [&](const std::vector<Times>& shape) {
      ForEachHistory<Spec>(shape, alphabet,
                           [&](const History<Spec>& history) { Compare(Spec(), history, count); });
    });
  }
  return count;
}

TEST(ExhaustiveTest, ARegister) {
  using R = Register<int, int>;
  const Agreed count = CompareAll<R>(4, 3,
                                     {{R::Write(0, 1), {}},
                                      {R::Write(0, 2), {}},
                                      {R::Read(0), {std::nullopt, true}},
                                      {R::Read(0), {1, true}},
                                      {R::Read(0), {2, true}}});
  EXPECT_EQ(count.histories, 130'435u);
  EXPECT_EQ(count.linearizable, 51'909u);
  EXPECT_EQ(count.decided, 85'239u);
}

TEST(ExhaustiveTest, CompareAndSet) {
  using R = Register<int, int>;
  const Agreed count = CompareAll<R>(4, 2,
                                     {{R::Write(0, 1), {}},
                                      {R::Read(0), {1, true}},
                                      {R::Read(0), {2, true}},
                                      {R::CompareAndSet(0, std::nullopt, 1), {{}, true}},
                                      {R::CompareAndSet(0, 1, 2), {{}, true}},
                                      {R::CompareAndSet(0, 1, 2), {{}, false}}});
  EXPECT_EQ(count.histories, 86'448u);
  EXPECT_EQ(count.linearizable, 19'100u);
}

TEST(ExhaustiveTest, AMap) {
  using M = Map<int, int>;
  const Agreed count = CompareAll<M>(4, 3,
                                     {{M::Put(0, 1), {}},
                                      {M::Get(0), {std::nullopt, {}}},
                                      {M::Get(0), {1, {}}},
                                      {M::Remove(0), {{}, true}},
                                      {M::Remove(0), {{}, false}}});
  EXPECT_EQ(count.histories, 130'435u);
  EXPECT_EQ(count.linearizable, 55'171u);
}

TEST(ExhaustiveTest, AQueue) {
  using Q = Queue<int>;
  const Agreed count = CompareAll<Q>(4, 3,
                                     {{Q::Put(1), {}},
                                      {Q::Put(2), {}},
                                      {Q::Take(), std::nullopt},
                                      {Q::Take(), 1},
                                      {Q::Take(), 2}});
  EXPECT_EQ(count.histories, 130'435u);
  EXPECT_EQ(count.linearizable, 51'029u);
  EXPECT_EQ(count.decided, 85'239u);
}

// Histories of values that are all different, with the results of two operations swapped.
template <typename Spec>
void CompareDecisions(const testing::Workload<Spec>& workload, std::uint64_t seed) {
  base::Random random(seed);
  const Spec spec;
  const int histories = test::kSanitized ? 500 : 10'000;
  int linearizable = 0;
  int others = 0;
  for (int i = 0; i < histories && !::testing::Test::HasFailure(); ++i) {
    testing::Length length;
    length.operations = 4 + random.Below(13);
    length.clients = 2 + random.Below(4);
    length.lost = random.Below(4);
    History<Spec> history = testing::LongHistory<Spec>(workload, length, random);
    std::vector<std::size_t> part;
    std::vector<std::size_t> gets;
    for (std::size_t place = 0; place < history.size(); ++place) {
      part.push_back(place);
      if (history[place].result && workload.wrong(history[place].operation, *history[place].result))
        gets.push_back(place);
    }
    if (gets.size() > 1) {
      const auto one = static_cast<std::uint32_t>(gets.size());
      std::swap(history[gets[random.Below(one)]].result, history[gets[random.Below(one)]].result);
    }
    const Selection selection = Whole(history, part);
    const Finding search = Search<Spec>(spec, history, selection).Run(kEnough);
    const std::optional<Finding> decided = spec.Decide(history, selection);
    ASSERT_TRUE(decided);
    const bool expected = search.answer == Answer::kLinearizable;
    ExpectRight(spec, history, *decided, expected, "the decision");
    ExpectRight(spec, history, LevelSearch<Spec>(spec, history, selection).Run(kEnough), expected,
                "the search by levels");
    ++(expected ? linearizable : others);
  }
  EXPECT_GT(linearizable, histories / 5);
  EXPECT_GT(others, histories / 5);
}

TEST(DecisionTest, OfRegistersIsThatOfTheSearch) { CompareDecisions(testing::Registers(0), 1); }

TEST(DecisionTest, OfQueuesIsThatOfTheSearch) { CompareDecisions(testing::Queues(0), 2); }

// Ten thousand operations of ten clients that are always busy, ten of which never return: what was
// right, and what got a value that nobody put there.
template <typename Spec>
void ExpectAnswersWithinTheBudget(const testing::Workload<Spec>& workload) {
  for (const bool right : {true, false}) {
    base::Random random(7);
    testing::Length length;
    length.lost = 10;
    if (!right) length.wrong_at = 0.9;
    const History<Spec> history = testing::LongHistory<Spec>(workload, length, random);
    const Verdict verdict = Check(Spec(), history);
    EXPECT_EQ(verdict.answer, right ? Answer::kLinearizable : Answer::kNotLinearizable);
    if (!right) {
      EXPECT_EQ(workload.wrong(history[verdict.misfit].operation, *history[verdict.misfit].result),
                history[verdict.misfit].result);
      EXPECT_TRUE(verdict.longest);
    }
  }
}

TEST(LongHistoryTest, OfARegister) {
  ExpectAnswersWithinTheBudget(testing::Registers(0));
  ExpectAnswersWithinTheBudget(testing::Registers(5));
}

TEST(LongHistoryTest, OfCompareAndSet) {
  ExpectAnswersWithinTheBudget(testing::CompareAndSets(0));
  ExpectAnswersWithinTheBudget(testing::CompareAndSets(5));
}

TEST(LongHistoryTest, OfAMap) {
  ExpectAnswersWithinTheBudget(testing::Maps(10, 0));
  ExpectAnswersWithinTheBudget(testing::Maps(1, 5));
}

TEST(LongHistoryTest, OfAQueue) { ExpectAnswersWithinTheBudget(testing::Queues(0)); }

// Operations in one another, so that each of them is under way with each other one.
TEST(LevelSearchTest, TooMuchUnderWayDoesNotFit) {
  using R = Register<int, int>;
  const R spec;
  History<R> history;
  std::vector<std::size_t> part;
  for (std::uint64_t i = 0; i < 65; ++i) {
    EXPECT_TRUE(LevelSearch<R>(spec, history, Whole(history, part)).Fits()) << i;
    part.push_back(history.size());
    history.push_back({0, R::Write(0, 1), R::Result(), i, 1000 - i});
  }
  EXPECT_FALSE(LevelSearch<R>(spec, history, Whole(history, part)).Fits());
}

}  // namespace
}  // namespace oracles::linearizability
