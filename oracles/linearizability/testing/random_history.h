// For tests and benchmarks: histories of a system that is linearizable, and of one that is not.
//
// Clients call, take effect and return in an order that the seed decides; some never return. Then,
// if asked, the result of one operation is replaced by another one, so that the history is mostly,
// but not always, wrong. Thread safety: free functions without state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "oracles/linearizability/history.h"

namespace oracles::linearizability::testing {

struct Shape {
  int operations = 0;
  std::uint32_t clients = 1;
  std::uint32_t lost_percent = 0;   ///< operations that never return
  std::uint32_t wrong_percent = 0;  ///< histories with a replaced result
};

/// What random operations are made of.
template <typename Spec>
struct Domain {
  std::function<typename Spec::Operation(base::Random&)> operation;
  std::vector<typename Spec::Result> results;  ///< all that any operation may have
};

/// A system with the specification's state, and clients with one operation at a time.
template <Specification Spec>
class Simulation {
 public:
  Simulation(const Spec& spec, const Domain<Spec>& domain, const Shape& shape, base::Random& random)
      : spec_(spec),
        domain_(domain),
        shape_(shape),
        random_(random),
        clients_(shape.clients),
        left_(shape.operations) {}

  History<Spec> Run() {
    // Enough for all; who waits for ever stays without a return.
    for (int steps = 0; steps < 100 * shape_.operations; ++steps) {
      const std::uint32_t number = random_.Below(shape_.clients);
      Client& client = clients_[number];
      if (!client.id) {
        Begin(static_cast<int>(number), client);
      } else if (random_.Below(100) < shape_.lost_percent / 2) {  // before or after it happened
        client = {};
      } else if (!client.result) {
        Happen(client);
      } else {
        recorder_.Returned(*client.id, std::move(*client.result));
        client = {};
      }
    }
    History<Spec> history = recorder_.history();
    if (random_.Below(100) < shape_.wrong_percent) Spoil(history);
    return history;
  }

 private:
  struct Client {
    std::optional<std::size_t> id;
    typename Spec::Operation operation{};
    std::optional<typename Spec::Result> result;
  };

  void Begin(int number, Client& client) {
    if (left_ == 0) return;
    --left_;
    client.operation = domain_.operation(random_);
    client.id = recorder_.Called(number, client.operation);
  }

  typename Spec::State& StateFor(const typename Spec::Operation& operation) {
    const auto same_key = [&](const typename Spec::Operation& other) {
      if constexpr (requires { spec_.KeyOf(other); }) {
        return spec_.KeyOf(other) == spec_.KeyOf(operation);
      } else {
        return true;
      }
    };
    for (auto& [other, state] : states_) {
      if (same_key(other)) return state;
    }
    return states_.emplace_back(operation, spec_.Initial()).second;
  }

  void Happen(Client& client) {
    typename Spec::State& state = StateFor(client.operation);
    for (const typename Spec::Result& result : domain_.results) {
      typename Spec::State after = state;
      if (!spec_.Apply(after, client.operation, &result)) continue;
      state = std::move(after);
      client.result = result;
      return;
    }
  }

  void Spoil(History<Spec>& history) {
    const auto size = static_cast<std::uint32_t>(history.size());
    Call<Spec>& call = history[random_.Below(size)];
    const auto results = static_cast<std::uint32_t>(domain_.results.size());
    if (call.result) call.result = domain_.results[random_.Below(results)];
  }

  const Spec& spec_;
  const Domain<Spec>& domain_;
  const Shape shape_;
  base::Random& random_;
  // Of each key, with an operation on it.
  std::vector<std::pair<typename Spec::Operation, typename Spec::State>> states_;
  std::vector<Client> clients_;
  int left_;
  Recorder<Spec> recorder_;
};

}  // namespace oracles::linearizability::testing
