#include "cpn/symmetry/canonical_form.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpn/values/hash.h"

namespace cpn::symmetry {

CanonicalForm::CanonicalForm(const Group* group, std::uint64_t max_leaves)
    : group_(group),
      max_leaves_(max_leaves),
      points_(group->points()),
      permutation_(group->Identity()) {}

const Permutation& CanonicalForm::Find(std::span<const PlaceFacts* const> facts) {
  facts_ = facts;
  SortBySignature();
  searched_ = FirstOpenCell(start_) < points_;
  if (!searched_) {
    for (Point i = 0; i < points_; ++i) permutation_[start_.order[i]] = i;
    return permutation_;
  }
  leaves_ = 0;
  best_.clear();
  automorphisms_.reset();
  Search(start_, 1);
  return permutation_;
}

void CanonicalForm::SortBySignature() {
  signature_.fill(0);
  relates_ = false;
  for (const PlaceFacts* facts : facts_) {
    relates_ = relates_ || facts->relates;
    for (std::size_t i = 0; i < points_; ++i) signature_[i] += facts->signature[i];
  }
  for (Point i = 0; i < points_; ++i) {  // by insertion: there are few points
    std::size_t at = i;
    for (; at > 0; --at) {
      const Point before = start_.order[at - 1];
      if (group_->SetOf(before) != group_->SetOf(i) || signature_[before] <= signature_[i]) break;
      start_.order[at] = before;
    }
    start_.order[at] = i;
  }
  for (std::size_t i = 0; i < points_; ++i) {
    const Point point = start_.order[i];
    const bool same = i > 0 && group_->SetOf(start_.order[i - 1]) == group_->SetOf(point) &&
                      signature_[start_.order[i - 1]] == signature_[point];
    start_.cell[i] = same ? start_.cell[i - 1] : static_cast<Point>(i);
  }
}

bool CanonicalForm::AreTwins(Point x, Point y) const {
  return std::ranges::all_of(
      facts_, [&](const PlaceFacts* facts) { return facts->twin[x] == facts->twin[y]; });
}

std::size_t CanonicalForm::EndOf(const Partition& partition, std::size_t begin) const {
  std::size_t end = begin + 1;
  while (end < points_ && partition.cell[end] == begin) ++end;
  return end;
}

bool CanonicalForm::IsUniform(const Partition& partition, std::size_t begin,
                              std::size_t end) const {
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (!AreTwins(partition.order[begin], partition.order[i])) return false;
  }
  return true;
}

std::size_t CanonicalForm::FirstOpenCell(const Partition& partition) const {
  for (std::size_t begin = 0; begin < points_;) {
    const std::size_t end = EndOf(partition, begin);
    if (end - begin > 1 && !IsUniform(partition, begin, end)) return begin;
    begin = end;
  }
  return points_;
}

void CanonicalForm::Refine(Partition& partition) {
  if (!relates_) return;
  std::array<std::uint64_t, kMostPoints> colours{}, keys{};
  do {
    for (std::size_t i = 0; i < points_; ++i) colours[partition.order[i]] = partition.cell[i];
    keys.fill(0);
    for (const PlaceFacts* facts : facts_) {
      if (!facts->relates) continue;
      for (const TokenFacts& token : facts->tokens) {
        const std::span<const Point> points = facts->PointsOf(token);
        for (std::size_t i = 0; i < points.size(); ++i) {
          if (std::ranges::find(points.first(i), points[i]) != points.first(i).end()) continue;
          keys[points[i]] += HashAround(points[i], token, points, colours);
        }
      }
    }
  } while (Split(partition, keys));
}

/// Sorts every cell by keys and divides it where they differ. False: no cell was divided.
bool CanonicalForm::Split(Partition& partition, std::span<const std::uint64_t> keys) const {
  bool divided = false;
  for (std::size_t begin = 0; begin < points_;) {
    const std::size_t end = EndOf(partition, begin);
    const auto first = partition.order.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = partition.order.begin() + static_cast<std::ptrdiff_t>(end);
    std::sort(first, last,
              [&](Point a, Point b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
    for (std::size_t i = begin + 1; i < end; ++i) {
      const bool same = keys[partition.order[i]] == keys[partition.order[i - 1]];
      partition.cell[i] = same ? partition.cell[i - 1] : static_cast<Point>(i);
      divided = divided || !same;
    }
    begin = end;
  }
  return divided;
}

void CanonicalForm::Search(const Partition& partition, std::optional<std::uint64_t> weight) {
  Partition refined = partition;
  Refine(refined);
  const std::size_t begin = FirstOpenCell(refined);
  if (begin == points_) return Leaf(refined, weight);
  const std::size_t end = EndOf(refined, begin);
  for (std::size_t i = begin; i < end; ++i) {
    const Point chosen = refined.order[i];
    const auto is_twin = [&](std::size_t k) { return AreTwins(chosen, refined.order[k]); };
    bool tried = false;
    std::uint64_t twins = 0;
    for (std::size_t k = begin; k < end; ++k) {
      if (!is_twin(k)) continue;
      tried = tried || k < i;
      ++twins;
    }
    if (tried) continue;
    Partition next = refined;
    for (std::size_t k = i; k > begin; --k) next.order[k] = next.order[k - 1];
    next.order[begin] = chosen;
    for (std::size_t k = begin + 1; k < end; ++k) next.cell[k] = static_cast<Point>(begin + 1);
    Search(next, Product(weight, twins));
  }
}

void CanonicalForm::Leaf(const Partition& partition, std::optional<std::uint64_t> weight) {
  if (++leaves_ > max_leaves_) {
    throw EffortExceeded(fmt::format(
        "the representative of an orbit was not found among {} labellings: the symmetric values "
        "are related in too many ways; explore without --reduce symmetry",
        max_leaves_));
  }
  for (std::size_t begin = 0; begin < points_;) {
    const std::size_t end = EndOf(partition, begin);
    weight = Product(weight, Factorial(end - begin));
    begin = end;
  }
  Permutation permutation(points_);
  for (Point i = 0; i < points_; ++i) permutation[partition.order[i]] = i;
  ImageUnder(permutation, image_);
  if (leaves_ > 1 && best_ < image_) return;
  if (leaves_ > 1 && best_ == image_) {
    std::uint64_t sum = 0;
    const bool fits =
        automorphisms_ && weight && !__builtin_add_overflow(*automorphisms_, *weight, &sum);
    automorphisms_ = fits ? std::optional(sum) : std::nullopt;
    return;
  }
  best_.swap(image_);
  permutation_ = permutation;
  automorphisms_ = weight;
}

/// Images of one marking are equal if and only if these are: their masks are the same, so that
/// the points of the tokens with one mask say all.
void CanonicalForm::ImageUnder(const Permutation& permutation,
                               std::vector<std::uint32_t>& image) const {
  image.clear();
  std::vector<std::vector<std::uint32_t>> group;
  const auto append = [&] {
    std::ranges::sort(group);
    for (const auto& token : group) image.insert(image.end(), token.begin(), token.end());
    group.clear();
  };
  for (const PlaceFacts* facts : facts_) {
    for (std::size_t i = 0; i < facts->tokens.size(); ++i) {
      const TokenFacts& token = facts->tokens[i];
      if (i > 0 && facts->tokens[i - 1].mask != token.mask) append();
      std::vector<std::uint32_t>& mapped = group.emplace_back();
      for (const Point point : facts->PointsOf(token)) mapped.push_back(permutation[point]);
      mapped.push_back(token.count);
    }
    append();
  }
}

std::optional<std::uint64_t> CanonicalForm::Automorphisms() const {
  if (searched_) return automorphisms_;
  std::optional<std::uint64_t> count = 1;
  for (std::size_t begin = 0; begin < points_;) {
    const std::size_t end = EndOf(start_, begin);
    count = Product(count, Factorial(end - begin));
    begin = end;
  }
  return count;
}

}  // namespace cpn::symmetry
