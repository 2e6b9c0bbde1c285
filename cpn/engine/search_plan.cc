#include "cpn/engine/search_plan.h"

#include <algorithm>
#include <limits>

namespace cpn {
namespace {

/// Orders of matched terms for which plans are kept; a transition with more of them (5 terms have
/// 120) uses the declared order for the rest.
constexpr std::size_t kMaxPlans = 128;

class Planner {
 public:
  explicit Planner(const CompiledTransition& transition)
      : transition_(transition),
        bound_(transition.variables, false),
        guards_(transition.guards.size(), false),
        lets_(transition.lets.size(), false),
        computed_(transition.computed.size(), false),
        inhibitors_(transition.inhibitors.size(), false) {}

  SearchPlan Plan(const std::vector<std::uint32_t>& order) {
    AddChecks();
    for (const std::uint32_t index : order) {
      const CompiledTerm& term = transition_.matched[index];
      const bool known = !term.pattern.wildcard && AllBound(term.variables);
      Add(known ? SearchStep::Kind::kLookUp : SearchStep::Kind::kMatch, index);
      for (const std::uint32_t v : term.variables) bound_[v] = true;
      AddChecks();
    }
    for (const std::uint32_t v : transition_.free_variables) {
      Add(SearchStep::Kind::kFree, v);
      bound_[v] = true;
      AddChecks();
    }
    return std::move(plan_);
  }

 private:
  using Kind = SearchStep::Kind;

  void Add(Kind kind, std::uint32_t index) { plan_.push_back({kind, index}); }

  bool AllBound(const std::vector<std::uint32_t>& variables) const {
    return std::ranges::all_of(variables, [&](std::uint32_t v) { return bound_[v]; });
  }

  /// Adds what is not done yet and reads bound variables only. Guards come before lets, which they
  /// may protect from values that a let cannot handle.
  void AddChecks() {
    bool again = true;
    while (again) {
      AddReady(Kind::kGuard, transition_.guards, guards_, &Call::reads);
      AddReady(Kind::kCompute, transition_.computed, computed_, &CompiledTerm::variables);
      AddReady(Kind::kInhibitor, transition_.inhibitors, inhibitors_,
               &CompiledInhibitor::variables);
      again = AddOneLet();
    }
  }

  template <typename Item>
  void AddReady(Kind kind, const std::vector<Item>& items, std::vector<bool>& done,
                std::vector<std::uint32_t> Item::*reads) {
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      if (done[i] || !AllBound(items[i].*reads)) continue;
      done[i] = true;
      Add(kind, i);
    }
  }

  bool AddOneLet() {
    for (std::uint32_t i = 0; i < lets_.size(); ++i) {
      const CompiledLet& let = transition_.lets[i];
      if (lets_[i] || !AllBound(let.call.reads)) continue;
      lets_[i] = true;
      Add(Kind::kLet, i);
      bound_[let.variable] = true;
      return true;
    }
    return false;
  }

  const CompiledTransition& transition_;
  std::vector<bool> bound_;
  std::vector<bool> guards_, lets_, computed_, inhibitors_;  // done
  SearchPlan plan_;
};

}  // namespace

SearchPlans::Order SearchPlans::ChooseOrder(const Marking& marking,
                                            const MultiSetStore& multisets) const {
  const std::vector<CompiledTerm>& terms = transition_->matched;
  std::vector<bool> bound(transition_->variables, false);
  std::vector<bool> taken(terms.size(), false);
  Order order;
  while (order.size() < terms.size()) {
    std::uint32_t best = 0;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::uint32_t i = 0; i < terms.size(); ++i) {
      if (taken[i]) continue;
      const bool known =
          !terms[i].pattern.wildcard &&
          std::ranges::all_of(terms[i].variables, [&](std::uint32_t v) { return bound[v]; });
      const std::size_t candidates =
          known ? 0 : multisets.Entries(marking[terms[i].place]).size() + 1;
      if (candidates < fewest) {
        fewest = candidates;
        best = i;
      }
    }
    taken[best] = true;
    for (const std::uint32_t v : terms[best].variables) bound[v] = true;
    order.push_back(best);
  }
  return order;
}

const SearchPlan& SearchPlans::For(const Marking& marking, const MultiSetStore& multisets) {
  Order order;
  if (transition_->matched.size() < 2 || plans_.size() < kMaxPlans) {
    order = ChooseOrder(marking, multisets);
  } else {
    for (std::uint32_t i = 0; i < transition_->matched.size(); ++i) order.push_back(i);
  }
  const auto at = plans_.find(order);
  if (at != plans_.end()) return at->second;
  SearchPlan plan = Planner(*transition_).Plan(order);
  return plans_.emplace(std::move(order), std::move(plan)).first->second;
}

}  // namespace cpn
