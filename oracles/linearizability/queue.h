// A queue, first in, first out, as a sequential specification. To take from an empty one gives
// nothing. Histories in which no value is put twice are decided without a search (queue_order.h).
// Plain values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "oracles/linearizability/history.h"
#include "oracles/linearizability/queue_order.h"
#include "oracles/linearizability/selection.h"
#include "oracles/linearizability/value_text.h"

namespace oracles::linearizability {

template <typename Value = std::string>
struct Queue {
  struct Operation {
    std::optional<Value> put{};  ///< nothing: takes the oldest one
  };
  static Operation Put(Value value) { return {std::move(value)}; }
  static Operation Take() { return {}; }

  using Result = std::optional<Value>;  ///< what was taken; of a put, nothing
  using State = std::deque<Value>;      ///< the oldest one first

  State Initial() const { return {}; }
  std::uint64_t Hash(const State& state) const {
    std::uint64_t hash = state.size();
    for (const Value& value : state) hash = HashOf(std::optional(value), hash);
    return hash;
  }

  bool Apply(State& state, const Operation& operation, const Result* result) const {
    if (operation.put) {
      state.push_back(*operation.put);
      return true;
    }
    if (state.empty()) return result == nullptr || !*result;
    if (result != nullptr && *result != state.front()) return false;
    state.pop_front();
    return true;
  }

  bool OnlyReads(const Operation& operation, const Result& result, const State&) const {
    return !operation.put && !result;
  }

  /// Nothing: a value is put twice, so that it takes a search.
  std::optional<Finding> Decide(const History<Queue>& history, const Selection& selection) const {
    if (!Distinct(history, selection)) return std::nullopt;
    Finding finding{Answer::kNotLinearizable, 0, {}, std::nullopt};
    finding.steps = selection.returned.size() + selection.open.size();
    std::optional<QueueHistory> known = Known(history, selection);
    if (!known) return finding;
    std::optional<std::vector<std::size_t>> order = OrderOfQueue(*std::move(known));
    if (!order) return finding;
    finding.answer = Answer::kLinearizable;
    finding.order = *std::move(order);
    return finding;
  }

  std::string Describe(const Operation& operation, const Result* result) const {
    if (operation.put) return "put(" + ValueText(*operation.put) + ')';
    return "take" + (result != nullptr ? ": " + ValueText(*result) : "");
  }
  std::string Describe(const State& state) const {
    std::string text;
    for (const Value& value : state) text += (text.empty() ? "" : ", ") + ValueText(value);
    return '[' + text + ']';
  }

 private:
  static bool Distinct(const History<Queue>& history, const Selection& selection) {
    std::unordered_set<Value> values;
    const auto is_new = [&](std::size_t place) {
      const std::optional<Value>& value = history[place].operation.put;
      return !value || values.insert(*value).second;
    };
    return std::ranges::all_of(selection.returned, is_new) &&
           std::ranges::all_of(selection.open, is_new);
  }

  // Nothing: a value is taken that nobody put, or taken twice.
  static std::optional<QueueHistory> Known(const History<Queue>& history,
                                           const Selection& selection) {
    QueueHistory known;
    std::unordered_map<Value, QueueHistory::Item> open_puts;  // only of use if they are taken
    std::unordered_map<Value, std::size_t> items;
    for (const std::size_t place : selection.open) {
      const Call<Queue>& call = history[place];
      const QueueOperation operation{place, call.called, QueueOperation::kNever};
      if (call.operation.put) {
        open_puts.emplace(*call.operation.put, QueueHistory::Item{operation, std::nullopt});
      } else {
        known.open.push_back(operation);
      }
    }
    for (const std::size_t place : selection.returned) {
      const Call<Queue>& call = history[place];
      if (!call.operation.put) continue;
      items.emplace(*call.operation.put, known.items.size());
      known.items.push_back({{place, call.called, call.returned}, std::nullopt});
    }
    for (const std::size_t place : selection.returned) {
      const Call<Queue>& call = history[place];
      if (call.operation.put) continue;
      const QueueOperation take{place, call.called, call.returned};
      if (!*call.result) {
        known.empty.push_back(take);
        continue;
      }
      auto item = items.find(**call.result);
      if (item == items.end()) {
        const auto put = open_puts.find(**call.result);
        if (put == open_puts.end()) return std::nullopt;
        item = items.emplace(**call.result, known.items.size()).first;
        known.items.push_back(put->second);
      }
      std::optional<QueueOperation>& taken_by = known.items[item->second].take;
      if (taken_by) return std::nullopt;
      taken_by = take;
    }
    return known;
  }
};

}  // namespace oracles::linearizability
