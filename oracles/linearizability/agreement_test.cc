// The checker against brute force: all orders of all operations that may have happened, for 125,000
// random histories of up to six operations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "oracles/linearizability/check.h"
#include "oracles/linearizability/consensus.h"
#include "oracles/linearizability/explain.h"
#include "oracles/linearizability/map.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"
#include "oracles/linearizability/set.h"
#include "oracles/linearizability/testing/random_history.h"

namespace oracles::linearizability {
namespace {

using testing::Domain;
using testing::Shape;
using testing::Simulation;

// May the operations happen in this order? By definition: nobody comes before one that returned
// before its call. Without keys, so that the parts of a history are checked together.
template <typename Spec>
bool InTime(const History<Spec>& history, const std::vector<std::size_t>& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Call<Spec>& later = history[order[j]];
      if (later.result && later.returned < history[order[i]].called) return false;
    }
  }
  return true;
}

template <typename Spec>
bool SameKey(const Spec& spec, const typename Spec::Operation& a,
             const typename Spec::Operation& b) {
  if constexpr (requires { spec.KeyOf(a); }) {
    return spec.KeyOf(a) == spec.KeyOf(b);
  } else {
    return true;
  }
}

// The state of a key is that after the operations on it that come before.
template <typename Spec>
bool Allowed(const Spec& spec, const History<Spec>& history,
             const std::vector<std::size_t>& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    typename Spec::State state = spec.Initial();
    for (std::size_t j = 0; j <= i; ++j) {
      const Call<Spec>& call = history[order[j]];
      if (!SameKey(spec, call.operation, history[order[i]].operation)) continue;
      if (!spec.Apply(state, call.operation, call.result ? &*call.result : nullptr)) return false;
    }
  }
  return true;
}

template <typename Spec>
bool AnyOrder(const Spec& spec, const History<Spec>& history, std::vector<std::size_t> chosen) {
  do {
    if (InTime(history, chosen) && Allowed(spec, history, chosen)) return true;
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  return false;
}

template <typename Spec>
bool BruteForce(const Spec& spec, const History<Spec>& history) {
  std::vector<std::size_t> returned;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < history.size(); ++i) {
    (history[i].result ? returned : open).push_back(i);
  }
  for (std::size_t subset = 0; subset < (std::size_t{1} << open.size()); ++subset) {
    std::vector<std::size_t> chosen = returned;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if ((subset >> i & 1) != 0) chosen.push_back(open[i]);
    }
    std::ranges::sort(chosen);
    if (AnyOrder(spec, history, chosen)) return true;
  }
  return false;
}

// The history until an operation returns, that return included or not.
template <typename Spec>
History<Spec> Until(const History<Spec>& history, std::size_t misfit, bool included) {
  const auto end = history[misfit].returned;
  History<Spec> beginning;
  for (Call<Spec> call : history) {
    if (call.called > end) continue;
    if (call.result && (included ? call.returned > end : call.returned >= end)) call.result.reset();
    beginning.push_back(call);
  }
  return beginning;
}

// Of histories with keys, those of the misfit's key: the message is about that one.
template <typename Spec>
History<Spec> KeyOfMisfit(const Spec& spec, const History<Spec>& history, std::size_t& misfit) {
  History<Spec> part;
  const std::size_t place = misfit;
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (i == place) misfit = part.size();
    if (SameKey(spec, history[i].operation, history[place].operation)) part.push_back(history[i]);
  }
  return part;
}

struct Count {
  int linearizable = 0;
  int not_linearizable = 0;
};

template <typename Spec>
Count Compare(const Spec& spec, const Domain<Spec>& domain, std::uint64_t seed) {
  base::Random random(seed);
  Count count;
  for (int i = 0; i < 25'000 && !::testing::Test::HasFailure(); ++i) {
    const Shape shape{static_cast<int>(random.Below(6)) + 1, random.Below(4) + 1, 15, 70};
    const History<Spec> history = Simulation<Spec>(spec, domain, shape, random).Run();
    const Verdict verdict = Check(spec, history);
    const bool expected = BruteForce(spec, history);
    EXPECT_EQ(verdict.answer == Answer::kLinearizable, expected) << i;
    EXPECT_NE(verdict.answer, Answer::kUndecided);
    ++(expected ? count.linearizable : count.not_linearizable);
    if (expected) continue;
    std::size_t misfit = verdict.misfit;
    const History<Spec> part = KeyOfMisfit(spec, history, misfit);
    EXPECT_TRUE(BruteForce(spec, Until(part, misfit, false))) << Explain(spec, history, verdict);
    EXPECT_FALSE(BruteForce(spec, Until(part, misfit, true))) << Explain(spec, history, verdict);
  }
  return count;
}

// Both answers are there often enough to mean something.
template <typename Spec>
void ExpectAgreement(const Spec& spec, const Domain<Spec>& domain, std::uint64_t seed) {
  const Count count = Compare(spec, domain, seed);
  EXPECT_GT(count.linearizable, 5'000);
  EXPECT_GT(count.not_linearizable, 5'000);
}

TEST(AgreementTest, OfRegistersByKey) {
  using Numbers = Register<int, int>;
  ExpectAgreement<Numbers>(
      {},
      {[](base::Random& random) {
         const int key = static_cast<int>(random.Below(2));
         const int value = static_cast<int>(random.Below(3));
         const std::uint32_t kind = random.Below(3);
         if (kind == 0) return Numbers::Write(key, value);
         if (kind == 1) return Numbers::CompareAndSet(key, value, (value + 1) % 3);
         return Numbers::Read(key);
       },
       {{std::nullopt, true}, {0, true}, {1, true}, {2, true}, {std::nullopt, false}}},
      1);
}

TEST(AgreementTest, OfAMap) {
  using Numbers = Map<int, int>;
  ExpectAgreement<Numbers>(
      {},
      {[](base::Random& random) {
         const int key = static_cast<int>(random.Below(2));
         const std::uint32_t kind = random.Below(4);
         if (kind == 0) return Numbers::Put(key, static_cast<int>(random.Below(2)));
         if (kind == 1) return Numbers::Remove(key);
         return Numbers::Get(key);
       },
       {{std::nullopt, false}, {0, true}, {1, true}, {1, false}, {std::nullopt, true}}},
      5);
}

TEST(AgreementTest, OfConsensus) {
  using Numbers = Consensus<int>;
  ExpectAgreement<Numbers>({},
                           {[](base::Random& random) {
                              const std::uint32_t value = random.Below(4);
                              return value == 0 ? Numbers::Wait()
                                                : Numbers::Propose(static_cast<int>(value));
                            },
                            {1, 2, 3}},
                           2);
}

TEST(AgreementTest, OfAQueue) {
  using Numbers = Queue<int>;
  ExpectAgreement<Numbers>({},
                           {[](base::Random& random) {
                              const std::uint32_t value = random.Below(6);
                              return value < 3 ? Numbers::Take()
                                               : Numbers::Put(static_cast<int>(value));
                            },
                            {std::nullopt, 3, 4, 5}},
                           3);
}

TEST(AgreementTest, OfASet) {
  using Numbers = Set<int>;
  ExpectAgreement<Numbers>({},
                           {[](base::Random& random) {
                              const int element = static_cast<int>(random.Below(2));
                              const std::uint32_t kind = random.Below(3);
                              if (kind == 0) return Numbers::Add(element);
                              if (kind == 1) return Numbers::Remove(element);
                              return Numbers::Contains(element);
                            },
                            {false, true}},
                           4);
}

}  // namespace
}  // namespace oracles::linearizability
