// For tests: every history of so many operations, and by definition whether it is linearizable.
//
// Operations are numbered by their calls; a shape says in which order they are called and return,
// and which never do. Thread safety: free functions without state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "oracles/linearizability/history.h"

namespace oracles::linearizability::testing {

/// When each operation is called and, if it is, returns.
struct Times {
  std::uint64_t called = 0;
  std::optional<std::uint64_t> returned;
};

/// Calls `use` with each order of so many calls and returns in which at most `clients` operations
/// are under way at a moment. What has not returned at the end never does.
inline void ForEachShape(std::size_t operations, std::size_t clients,
                         const std::function<void(const std::vector<Times>&)>& use,
                         std::vector<Times> shape = {}, std::uint64_t moment = 1) {
  std::size_t under_way = 0;
  for (const Times& times : shape) under_way += times.returned ? 0 : 1;
  if (shape.size() == operations) use(shape);
  if (shape.size() < operations && under_way < clients) {
    shape.push_back({moment, std::nullopt});
    ForEachShape(operations, clients, use, shape, moment + 1);
    shape.pop_back();
  }
  for (Times& times : shape) {
    if (times.returned) continue;
    times.returned = moment;
    ForEachShape(operations, clients, use, shape, moment + 1);
    times.returned.reset();
  }
}

/// An operation with a result that it may have or not.
template <typename Spec>
struct Observed {
  typename Spec::Operation operation;
  typename Spec::Result result;
};

/// Calls `use` with each history of this shape whose operations are of the alphabet.
template <typename Spec>
void ForEachHistory(const std::vector<Times>& shape, const std::vector<Observed<Spec>>& alphabet,
                    const std::function<void(const History<Spec>&)>& use,
                    History<Spec> history = {}) {
  if (history.size() == shape.size()) return use(history);
  const Times& times = shape[history.size()];
  for (const Observed<Spec>& one : alphabet) {
    history.push_back({static_cast<int>(history.size()), one.operation, std::nullopt, times.called,
                       times.returned.value_or(0)});
    if (times.returned) history.back().result = one.result;
    ForEachHistory<Spec>(shape, alphabet, use, history);
    history.pop_back();
  }
}

/// Is there an order, by definition? Any operation may come next that no other one which is left
/// returned before, until only such are left that never returned. Of one key.
template <typename Spec>
bool HasOrder(const Spec& spec, History<Spec> left, const typename Spec::State& state) {
  bool returned = false;
  for (const Call<Spec>& call : left) returned = returned || call.result;
  if (!returned) return true;
  for (std::size_t i = 0; i < left.size(); ++i) {
    bool first = true;
    for (const Call<Spec>& other : left) {
      first = first && !(other.result && other.returned < left[i].called);
    }
    typename Spec::State after = state;
    if (!first ||
        !spec.Apply(after, left[i].operation, left[i].result ? &*left[i].result : nullptr))
      continue;
    History<Spec> rest = left;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (HasOrder(spec, std::move(rest), after)) return true;
  }
  return false;
}

/// Does this order of operations, by places in a history of one key, explain it?
template <typename Spec>
bool IsExplainedBy(const Spec& spec, const History<Spec>& history,
                   const std::vector<std::size_t>& order) {
  std::vector<bool> seen(history.size(), false);
  std::uint64_t latest_call = 0;  // of those that come before
  typename Spec::State state = spec.Initial();
  for (const std::size_t place : order) {
    const Call<Spec>& call = history[place];
    if (seen[place] || (call.result && call.returned < latest_call)) return false;
    seen[place] = true;
    latest_call = std::max(latest_call, call.called);
    if (!spec.Apply(state, call.operation, call.result ? &*call.result : nullptr)) return false;
  }
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (history[i].result && !seen[i]) return false;
  }
  return true;
}

}  // namespace oracles::linearizability::testing
