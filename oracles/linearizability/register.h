// Registers by key, as a sequential specification: read, write, compare-and-set. A register that
// was never written has nothing in it. Histories of reads and writes in which no value is written
// twice are decided without a search (register_zones.h). Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracles/linearizability/history.h"
#include "oracles/linearizability/register_zones.h"
#include "oracles/linearizability/selection.h"
#include "oracles/linearizability/value_text.h"

namespace oracles::linearizability {

template <typename Key = std::string, typename Value = std::string>
struct Register {
  enum class Kind { kRead, kWrite, kCompareAndSet };

  struct Operation {
    Kind kind = Kind::kRead;
    Key key{};
    std::optional<Value> expected{};  ///< compare-and-set: what must be there; nothing: unwritten
    Value value{};                    ///< what is written
  };
  static Operation Read(Key key) { return {Kind::kRead, std::move(key), {}, {}}; }
  static Operation Write(Key key, Value value) {
    return {Kind::kWrite, std::move(key), {}, std::move(value)};
  }
  static Operation CompareAndSet(Key key, std::optional<Value> expected, Value value) {
    return {Kind::kCompareAndSet, std::move(key), std::move(expected), std::move(value)};
  }

  struct Result {
    std::optional<Value> value{};  ///< of a read
    bool set = true;               ///< of a compare-and-set: was it the expected value?
    bool operator==(const Result&) const = default;
  };

  using State = std::optional<Value>;

  const Key& KeyOf(const Operation& operation) const { return operation.key; }
  State Initial() const { return std::nullopt; }
  std::uint64_t Hash(const State& state) const { return HashOf(state); }

  bool Apply(State& state, const Operation& operation, const Result* result) const {
    switch (operation.kind) {
      case Kind::kRead:
        return result == nullptr || result->value == state;
      case Kind::kWrite:
        state = operation.value;
        return true;
      case Kind::kCompareAndSet:
        break;
    }
    const bool set = state == operation.expected;
    if (set) state = operation.value;
    return result == nullptr || result->set == set;
  }

  bool OnlyReads(const Operation& operation, const Result& result, const State&) const {
    if (operation.kind == Kind::kCompareAndSet) return !result.set;
    return operation.kind == Kind::kRead;
  }

  /// Of one key. Nothing: something compares, or a value is written twice, so that it takes a
  /// search.
  std::optional<Finding> Decide(const History<Register>& history,
                                const Selection& selection) const {
    Clusters clusters;
    for (const std::size_t place : selection.open) {
      const RegisterOperation operation{place, history[place].called, RegisterOperation::kNever};
      if (!clusters.AddWrite(history[place].operation, operation)) return std::nullopt;
    }
    for (const std::size_t place : selection.returned) {
      const Call<Register>& call = history[place];
      const RegisterOperation operation{place, call.called, call.returned};
      if (!clusters.AddWrite(call.operation, operation)) return std::nullopt;
    }
    Finding finding{Answer::kNotLinearizable, 0, {}, std::nullopt};
    finding.steps = selection.returned.size() + selection.open.size();
    for (const std::size_t place : selection.returned) {
      if (!clusters.AddRead(place, history[place])) return finding;
    }
    std::optional<std::vector<std::size_t>> order = OrderOfRegister(clusters.Happened());
    if (!order) return finding;
    finding.answer = Answer::kLinearizable;
    finding.order = *std::move(order);
    return finding;
  }

  std::string Describe(const Operation& operation, const Result* result) const {
    const std::string key = '(' + ValueText(operation.key);
    switch (operation.kind) {
      case Kind::kRead:
        return "read" + key + ')' + (result != nullptr ? ": " + ValueText(result->value) : "");
      case Kind::kWrite:
        return "write" + key + ", " + ValueText(operation.value) + ')';
      case Kind::kCompareAndSet:
        break;
    }
    return "compare-and-set" + key + ", " + ValueText(operation.expected) + " to " +
           ValueText(operation.value) + ')' +
           (result == nullptr ? ""
            : result->set     ? ": set"
                              : ": not set");
  }
  std::string Describe(const State& state) const { return ValueText(state); }

 private:
  // Values with their writes and reads, in the order of the writes' addition.
  class Clusters {
   public:
    Clusters() : clusters_(1) {}  // of what is there at first
    // False: it compares, or writes a value for the second time. A read is left out.
    bool AddWrite(const Operation& asked, const RegisterOperation& operation) {
      if (asked.kind == Kind::kRead) return true;
      if (asked.kind == Kind::kCompareAndSet) return false;
      if (!numbers_.emplace(asked.value, clusters_.size()).second) return false;
      clusters_.push_back({operation, {}});
      return true;
    }
    // False: it got what nobody wrote. A write is left out.
    bool AddRead(std::size_t place, const Call<Register>& call) {
      if (call.operation.kind != Kind::kRead) return true;
      std::size_t number = 0;
      if (call.result->value) {
        const auto found = numbers_.find(*call.result->value);
        if (found == numbers_.end()) return false;
        number = found->second;
      }
      clusters_[number].reads.push_back({place, call.called, call.returned});
      return true;
    }
    // Without writes that never returned and that nobody saw.
    std::vector<RegisterCluster> Happened() const {
      std::vector<RegisterCluster> happened;
      for (const RegisterCluster& cluster : clusters_) {
        const bool returned = cluster.write && cluster.write->returned != RegisterOperation::kNever;
        if (returned || !cluster.reads.empty()) happened.push_back(cluster);
      }
      return happened;
    }

   private:
    std::vector<RegisterCluster> clusters_;
    std::unordered_map<Value, std::size_t> numbers_;
  };
};

}  // namespace oracles::linearizability
