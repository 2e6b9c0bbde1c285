// For tests and benchmarks: long histories of clients that are always busy, of a system that does
// what the specification says, but for one wrong result.
//
// Each client has one operation under way at any moment. An operation that never returned took
// effect or not, and its client goes on with the next one. Thread safety: free functions without
// state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "oracles/linearizability/history.h"

namespace oracles::linearizability::testing {

/// A system as it should be, and what its clients ask for.
template <typename Spec>
struct Workload {
  /// The number of the operation, and the state, for clients that guess what is in it.
  std::function<typename Spec::Operation(std::size_t, base::Random&)> operation;
  /// What an operation does to the state of its key, and gets.
  std::function<typename Spec::Result(typename Spec::State&, const typename Spec::Operation&)> run;
  /// A result that this one cannot have; nothing if any is right.
  std::function<std::optional<typename Spec::Result>(const typename Spec::Operation&,
                                                     const typename Spec::Result&)>
      wrong;
};

struct Length {
  std::size_t operations = 10'000;
  std::uint32_t clients = 10;
  std::size_t lost = 0;            ///< operations that never return
  std::optional<double> wrong_at;  ///< where a wrong result is, as a part of the history
};

template <typename Spec>
History<Spec> LongHistory(const Workload<Spec>& workload, const Length& length,
                          base::Random& random) {
  struct Client {
    std::optional<std::size_t> id;
    std::optional<typename Spec::Result> result;
  };
  const Spec spec;
  Recorder<Spec> recorder;
  std::vector<Client> clients(length.clients);
  std::vector<std::pair<typename Spec::Operation, typename Spec::State>> states;
  const auto state_of = [&](const typename Spec::Operation& operation) -> typename Spec::State& {
    for (auto& [other, state] : states) {
      if constexpr (requires { spec.KeyOf(other); }) {
        if (spec.KeyOf(other) != spec.KeyOf(operation)) continue;
      }
      return state;
    }
    return states.emplace_back(operation, spec.Initial()).second;
  };
  // Lost ones are spread evenly.
  const auto is_lost = [&](std::size_t id) {
    return length.lost > 0 && id % (length.operations / length.lost) == 5;
  };
  std::size_t begun = 0;
  std::size_t returned = 0;
  while (returned < length.operations) {
    const std::uint32_t number = random.Below(length.clients);
    Client& client = clients[number];
    if (!client.id) {
      if (begun == length.operations) {
        ++returned;  // so that it ends
        continue;
      }
      client.id = recorder.Called(static_cast<int>(number), workload.operation(begun++, random));
      continue;
    }
    const typename Spec::Operation& operation = recorder.history()[*client.id].operation;
    if (!client.result) {
      if (is_lost(*client.id) && random.Below(2) == 0) {
        client = {};
      } else {
        client.result = workload.run(state_of(operation), operation);
      }
      continue;
    }
    if (!is_lost(*client.id)) recorder.Returned(*client.id, *std::move(client.result));
    ++returned;
    client = {};
  }
  History<Spec> history = recorder.history();
  if (!length.wrong_at) return history;
  auto place = static_cast<std::size_t>(*length.wrong_at * static_cast<double>(history.size() - 1));
  for (; place < history.size(); ++place) {
    Call<Spec>& call = history[place];
    if (!call.result) continue;
    std::optional<typename Spec::Result> wrong = workload.wrong(call.operation, *call.result);
    if (!wrong) continue;
    call.result = std::move(wrong);
    break;
  }
  return history;
}

}  // namespace oracles::linearizability::testing
