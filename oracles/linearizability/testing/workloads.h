// For tests and benchmarks: what clients ask of a register, a map, a compare-and-set register and a
// queue, with values that are all different, or few of them.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <optional>

#include "base/random.h"
#include "oracles/linearizability/map.h"
#include "oracles/linearizability/queue.h"
#include "oracles/linearizability/register.h"
#include "oracles/linearizability/testing/long_history.h"

namespace oracles::linearizability::testing {

/// The value of an operation with this number: of so many, or, if 0, of its own.
inline int ValueOf(std::size_t number, std::uint32_t values, base::Random& random) {
  return values == 0 ? static_cast<int>(number) : static_cast<int>(random.Below(values));
}

inline constexpr int kNobodysValue = -1;

using NumberRegister = Register<int, int>;

inline NumberRegister::Result RunRegister(NumberRegister::State& state,
                                          const NumberRegister::Operation& operation) {
  NumberRegister::Result result;
  if (operation.kind == NumberRegister::Kind::kRead) result.value = state;
  if (operation.kind == NumberRegister::Kind::kCompareAndSet) {
    result.set = state == operation.expected;
  }
  if (operation.kind != NumberRegister::Kind::kRead && result.set) state = operation.value;
  return result;
}

inline std::optional<NumberRegister::Result> WrongRead(const NumberRegister::Operation& operation,
                                                       const NumberRegister::Result&) {
  if (operation.kind != NumberRegister::Kind::kRead) return std::nullopt;
  return NumberRegister::Result{kNobodysValue, true};
}

/// One register, as many reads as writes.
inline Workload<NumberRegister> Registers(std::uint32_t values) {
  return {[values](std::size_t number, base::Random& random) {
            return random.Below(2) == 0 ? NumberRegister::Read(0)
                                        : NumberRegister::Write(0, ValueOf(number, values, random));
          },
          RunRegister, WrongRead};
}

/// One register, a third each; who compares expects a value of late.
inline Workload<NumberRegister> CompareAndSets(std::uint32_t values) {
  return {[values](std::size_t number, base::Random& random) {
            const std::uint32_t kind = random.Below(3);
            if (kind == 0) return NumberRegister::Read(0);
            const int value = ValueOf(number, values, random);
            if (kind == 1) return NumberRegister::Write(0, value);
            const std::size_t back = 1 + random.Below(10);
            const std::size_t late = number < back ? 0 : number - back;
            return NumberRegister::CompareAndSet(0, ValueOf(late, values, random), value);
          },
          RunRegister, WrongRead};
}

using NumberMap = Map<int, int>;

/// Half gets, three of eight puts, one of eight removes.
inline Workload<NumberMap> Maps(std::uint32_t keys, std::uint32_t values) {
  return {[keys, values](std::size_t number, base::Random& random) {
            const int key = static_cast<int>(random.Below(keys));
            const std::uint32_t kind = random.Below(8);
            if (kind < 4) return NumberMap::Get(key);
            if (kind == 4) return NumberMap::Remove(key);
            return NumberMap::Put(key, ValueOf(number, values, random));
          },
          [](NumberMap::State& state, const NumberMap::Operation& operation) {
            NumberMap::Result result;
            if (operation.kind == NumberMap::Kind::kGet) result.value = state;
            if (operation.kind == NumberMap::Kind::kPut) state = operation.value;
            if (operation.kind == NumberMap::Kind::kRemove) {
              result.was_there = state.has_value();
              state.reset();
            }
            return result;
          },
          [](const NumberMap::Operation& operation,
             const NumberMap::Result&) -> std::optional<NumberMap::Result> {
            if (operation.kind != NumberMap::Kind::kGet) return std::nullopt;
            return NumberMap::Result{kNobodysValue, std::nullopt};
          }};
}

using NumberQueue = Queue<int>;

/// As many takes as puts. A wrong take gets what is to be taken much later, or never.
inline Workload<NumberQueue> Queues(std::uint32_t values) {
  return {[values](std::size_t number, base::Random& random) {
            return random.Below(2) == 0 ? NumberQueue::Take()
                                        : NumberQueue::Put(ValueOf(number, values, random));
          },
          [](NumberQueue::State& state, const NumberQueue::Operation& operation) {
            NumberQueue::Result result;
            if (operation.put) {
              state.push_back(*operation.put);
            } else if (!state.empty()) {
              result = state.front();
              state.pop_front();
            }
            return result;
          },
          [](const NumberQueue::Operation& operation,
             const NumberQueue::Result& result) -> std::optional<NumberQueue::Result> {
            if (operation.put || !result) return std::nullopt;
            return NumberQueue::Result(kNobodysValue);
          }};
}

}  // namespace oracles::linearizability::testing
