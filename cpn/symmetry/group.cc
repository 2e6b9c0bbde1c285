#include "cpn/symmetry/group.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace cpn::symmetry {

Group::Group(const Model& model, ColourSets& colour_sets, Evaluator& evaluator) {
  for (const SymmetricDeclaration& declared : model.symmetric) {
    const ColourSetId set = colour_sets.StripAliases(declared.set);
    const auto is_same = [&](const SymmetricSet& other) {
      return colour_sets.Same(other.set, set);
    };
    if (std::ranges::any_of(sets_, is_same)) continue;
    const std::string name = model.colour_sets[declared.set].name;
    const std::vector<Value>* values = colour_sets.Enumerate(set, evaluator);
    if (values == nullptr) {
      throw ModelError(declared.where, fmt::format("{} has too many values to be symmetric", name));
    }
    if (set_of_.size() + values->size() > kMostPoints) {
      throw ModelError(declared.where,
                       fmt::format("symmetric colour sets have at most {} values in all; with {} "
                                   "they have {}",
                                   kMostPoints, name, set_of_.size() + values->size()));
    }
    sets_.push_back({set, *values, static_cast<Point>(set_of_.size())});
    set_of_.insert(set_of_.end(), values->size(), sets_.size() - 1);
  }
  for (std::size_t i = 0; i < sets_.size(); ++i) AddGenerators(i);
}

void Group::AddGenerators(std::size_t set) {
  const auto first = sets_[set].first;
  const std::size_t size = sets_[set].elements.size();
  if (size < 2) return;
  Permutation swap = Identity();
  std::swap(swap[first], swap[first + 1u]);
  generators_.push_back({set, swap});
  if (size == 2) return;
  Permutation cycle = Identity();
  const auto begin = cycle.begin() + first;
  std::rotate(begin, begin + 1, begin + static_cast<std::ptrdiff_t>(size));
  generators_.push_back({set, cycle});
}

Value Group::ElementOf(Point point) const {
  const SymmetricSet& set = sets_[set_of_[point]];
  return set.elements[static_cast<std::size_t>(point - set.first)];
}

Permutation Group::Identity() const {
  Permutation identity(points());
  std::iota(identity.begin(), identity.end(), Point{0});
  return identity;
}

std::optional<std::uint64_t> Group::Order() const {
  std::optional<std::uint64_t> order = 1;
  for (const SymmetricSet& set : sets_) order = Product(order, Factorial(set.elements.size()));
  return order;
}

std::optional<std::uint64_t> Factorial(std::uint64_t n) {
  std::optional<std::uint64_t> product = 1;
  for (std::uint64_t i = 2; i <= n; ++i) product = Product(product, i);
  return product;
}

std::optional<std::uint64_t> Product(std::optional<std::uint64_t> a,
                                     std::optional<std::uint64_t> b) {
  std::uint64_t product = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &product)) return std::nullopt;
  return product;
}

}  // namespace cpn::symmetry
