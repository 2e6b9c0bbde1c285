// The ready specifications, operation by operation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "oracles/linearizability/check.h"
#include "oracles/linearizability/consensus.h"
#include "oracles/linearizability/history.h"
#include "oracles/linearizability/map.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"
#include "oracles/linearizability/set.h"

namespace oracles::linearizability {
namespace {

// The state after operations with these results, or "impossible"; both as people see them.
template <typename Spec>
class After {
 public:
  After& Do(const typename Spec::Operation& operation, const typename Spec::Result& result) {
    text_ += spec_.Describe(operation, &result) + " -> ";
    possible_ = possible_ && spec_.Apply(state_, operation, &result);
    text_ += possible_ ? spec_.Describe(state_) + "; " : "impossible; ";
    return *this;
  }
  std::string text() const { return text_; }

 private:
  Spec spec_;
  typename Spec::State state_ = spec_.Initial();
  bool possible_ = true;
  std::string text_;
};

TEST(RegisterTest, ReadsGetWhatIsWritten) {
  using R = Register<>;
  EXPECT_EQ(After<R>()
                .Do(R::Read("x"), {std::nullopt})
                .Do(R::Write("x", "a"), {})
                .Do(R::Read("x"), {"a"})
                .Do(R::Read("x"), {"b"})
                .text(),
            "read(\"x\"): nothing -> nothing; write(\"x\", \"a\") -> \"a\"; "
            "read(\"x\"): \"a\" -> \"a\"; read(\"x\"): \"b\" -> impossible; ");
}

TEST(RegisterTest, CompareAndSetSaysWhatItDid) {
  using R = Register<int, int>;
  EXPECT_EQ(After<R>()
                .Do(R::CompareAndSet(1, std::nullopt, 5), {{}, true})
                .Do(R::CompareAndSet(1, 4, 6), {{}, false})
                .Do(R::CompareAndSet(1, 5, 6), {{}, false})
                .text(),
            "compare-and-set(1, nothing to 5): set -> 5; "
            "compare-and-set(1, 4 to 6): not set -> 5; "
            "compare-and-set(1, 5 to 6): not set -> impossible; ");
}

TEST(MapTest, OperationsOnAKey) {
  using M = Map<>;
  EXPECT_EQ(After<M>()
                .Do(M::Get("x"), {std::nullopt, {}})
                .Do(M::Remove("x"), {{}, false})
                .Do(M::Put("x", "a"), {})
                .Do(M::Get("x"), {"a", {}})
                .Do(M::Remove("x"), {{}, true})
                .Do(M::Remove("x"), {})
                .Do(M::Remove("x"), {{}, true})
                .text(),
            "get(\"x\"): nothing -> nothing; remove(\"x\"): was not there -> nothing; "
            "put(\"x\", \"a\") -> \"a\"; get(\"x\"): \"a\" -> \"a\"; "
            "remove(\"x\"): was there -> nothing; remove(\"x\") -> nothing; "
            "remove(\"x\"): was there -> impossible; ");
}

TEST(ConsensusTest, TheFirstProposalIsDecided) {
  using C = Consensus<>;
  EXPECT_EQ(After<C>()
                .Do(C::Propose("a"), "a")
                .Do(C::Propose("b"), "a")
                .Do(C::Wait(), "a")
                .Do(C::Wait(), "b")
                .text(),
            "propose(\"a\"): \"a\" -> \"a\" is decided; propose(\"b\"): \"a\" -> \"a\" is decided; "
            "wait: \"a\" -> \"a\" is decided; wait: \"b\" -> impossible; ");
}

TEST(ConsensusTest, TheFirstProposalGetsNoOtherValue) {
  using C = Consensus<>;
  EXPECT_EQ(After<C>().Do(C::Propose("a"), "b").text(), "propose(\"a\"): \"b\" -> impossible; ");
}

TEST(ConsensusTest, NobodyWaitsForNothing) {
  const Consensus<> spec;
  auto state = spec.Initial();
  EXPECT_FALSE(spec.Apply(state, Consensus<>::Wait(), nullptr));
}

TEST(QueueTest, TheOldestComesFirst) {
  using Q = Queue<int>;
  EXPECT_EQ(After<Q>()
                .Do(Q::Take(), std::nullopt)
                .Do(Q::Put(1), {})
                .Do(Q::Put(2), {})
                .Do(Q::Take(), 1)
                .Do(Q::Take(), 1)
                .text(),
            "take: nothing -> []; put(1) -> [1]; put(2) -> [1, 2]; take: 1 -> [2]; "
            "take: 1 -> impossible; ");
}

TEST(QueueTest, OneWithSomethingInItIsNotEmpty) {
  using Q = Queue<int>;
  EXPECT_EQ(After<Q>().Do(Q::Put(1), {}).Do(Q::Take(), std::nullopt).text(),
            "put(1) -> [1]; take: nothing -> impossible; ");
}

TEST(SetTest, OperationsSayWhatWasThere) {
  using S = Set<int>;
  EXPECT_EQ(After<S>()
                .Do(S::Contains(1), false)
                .Do(S::Add(1), true)
                .Do(S::Add(1), false)
                .Do(S::Contains(1), true)
                .Do(S::Remove(1), true)
                .Do(S::Remove(1), true)
                .text(),
            "contains(1): false -> it is out; add(1): true -> it is in; add(1): false -> it is in; "
            "contains(1): true -> it is in; remove(1): true -> it is out; "
            "remove(1): true -> impossible; ");
}

// The counter of docs/linearizability.md.
struct Counter {
  using Operation = int;
  using Result = int;
  using State = int;
  State Initial() const { return 0; }
  std::uint64_t Hash(const State& state) const { return static_cast<std::uint64_t>(state); }
  bool Apply(State& state, const Operation& operation, const Result* result) const {
    state += operation;
    return result == nullptr || *result == state;
  }
};

TEST(OwnSpecificationTest, ASmallTypeIsEnough) {
  Recorder<Counter> recorder;
  const auto one = recorder.Called(1, 1);
  const auto two = recorder.Called(2, 2);
  recorder.Returned(one, 3);
  recorder.Returned(two, 2);
  EXPECT_EQ(Check(Counter(), recorder.history()).answer, Answer::kLinearizable);
  recorder.Returned(recorder.Called(1, 1), 3);
  EXPECT_EQ(Check(Counter(), recorder.history()).answer, Answer::kNotLinearizable);
}

TEST(RecorderTest, MomentsAreCallsAndReturns) {
  using C = Consensus<>;
  Recorder<C> recorder;
  const auto first = recorder.Called(1, C::Propose("a"));
  const auto second = recorder.Called(2, C::Wait());
  recorder.Returned(first, "a");
  EXPECT_EQ(recorder.history()[first].called, 1u);
  EXPECT_EQ(recorder.history()[first].returned, 3u);
  EXPECT_EQ(recorder.history()[second].called, 2u);
  EXPECT_EQ(recorder.history()[second].result, std::nullopt);
}

}  // namespace
}  // namespace oracles::linearizability
