#include "cpn/symmetry/place_facts.h"

#include <algorithm>
#include <tuple>

#include "cpn/values/hash.h"

namespace cpn::symmetry {
namespace {

constexpr std::uint64_t kHere = 0x5bd1e995a5a5a5a5ull;  // colour of the point that is looked at

/// Of the structure: the same in every run.
std::uint64_t HashStructure(const ValueStore& values, Value value) {
  const ValueKind kind = values.Kind(value);
  std::uint64_t hash = CombineHash(0x51ab, static_cast<std::uint64_t>(kind));
  switch (kind) {
    case ValueKind::kUnit:
      return hash;
    case ValueKind::kBool:
      return CombineHash(hash, values.AsBool(value) ? 1 : 0);
    case ValueKind::kInt:
      return CombineHash(hash, static_cast<std::uint64_t>(values.AsInt(value)));
    case ValueKind::kEnum:
    case ValueKind::kString:
      return HashText(hash, values.AsText(value));
    case ValueKind::kUnion:
      hash = HashText(hash, values.Constructor(value));
      break;
    default:
      break;
  }
  for (const Value element : values.Elements(value)) {
    hash = CombineHash(hash, HashStructure(values, element));
  }
  return hash;
}

/// The tokens of a marking with their points in place, comparable with those of another.
class SortedTokens {
 public:
  explicit SortedTokens(const PlaceFacts& facts) : facts_(facts) {}

  /// Does exchanging two points leave the tokens as they are?
  bool AreTwins(Point x, Point y) const {
    std::vector<std::vector<std::uint32_t>> before, after;
    for (std::size_t i = 0; i < facts_.tokens.size(); ++i) {
      const std::span<const Point> points = facts_.PointsOf(facts_.tokens[i]);
      const bool touched = std::ranges::any_of(points, [&](Point p) { return p == x || p == y; });
      if (!touched) continue;
      before.push_back(Key(i, x, x));
      after.push_back(Key(i, x, y));
    }
    std::ranges::sort(before);
    std::ranges::sort(after);
    return before == after;
  }

 private:
  std::vector<std::uint32_t> Key(std::size_t index, Point x, Point y) const {
    const TokenFacts& token = facts_.tokens[index];
    std::vector<std::uint32_t> key = {token.mask.id};
    for (const Point point : facts_.PointsOf(token)) {
      key.push_back(point == x ? y : point == y ? x : point);
    }
    key.push_back(token.count);
    return key;
  }

  const PlaceFacts& facts_;
};

void SetSignatures(const Group& group, PlaceFacts& facts) {
  std::vector<std::uint64_t> colours(group.points());
  for (Point p = 0; p < colours.size(); ++p) colours[p] = group.SetOf(p);
  facts.signature.assign(group.points(), 0);
  std::vector<Point> seen;
  for (const TokenFacts& token : facts.tokens) {
    seen.clear();
    const std::span<const Point> points = facts.PointsOf(token);
    for (const Point point : points) {
      if (std::ranges::find(seen, point) != seen.end()) continue;
      seen.push_back(point);
      facts.signature[point] += HashAround(point, token, points, colours);
    }
    facts.relates = facts.relates || seen.size() > 1;
  }
}

void SetTwins(const Group& group, PlaceFacts& facts) {
  const SortedTokens tokens(facts);
  facts.twin.resize(group.points());
  for (Point y = 0; y < group.points(); ++y) {
    facts.twin[y] = y;
    for (Point x = 0; x < y; ++x) {
      if (facts.twin[x] != x || group.SetOf(x) != group.SetOf(y)) continue;
      if (facts.signature[x] != facts.signature[y] || !tokens.AreTwins(x, y)) continue;
      facts.twin[y] = x;
      break;
    }
  }
}

}  // namespace

std::uint64_t HashAround(Point point, const TokenFacts& token, std::span<const Point> points,
                         std::span<const std::uint64_t> colours) {
  std::uint64_t hash = CombineHash(token.hash, token.count);
  for (const Point p : points) hash = CombineHash(hash, p == point ? kHere : colours[p]);
  return hash;
}

PlaceFacts MakeFacts(const Group& group, const Action& action, const ValueStore& values,
                     const MultiSetStore& multisets, std::uint32_t place, ColourSetId type,
                     MultiSet marking) {
  struct Masked {
    TokenFacts token;
    std::vector<Point> points;
  };
  std::vector<Masked> masked;
  for (const MultiSetEntry& entry : multisets.Entries(marking)) {
    Masked& item = masked.emplace_back();
    item.token.mask = action.Mask(type, entry.value, item.points);
    item.token.hash = CombineHash(HashStructure(values, item.token.mask), place);
    item.token.count = entry.count;
  }
  std::ranges::sort(masked, [&](const Masked& a, const Masked& b) {
    const std::strong_ordering order = values.Compare(a.token.mask, b.token.mask);
    return order != 0 ? order < 0 : a.points < b.points;
  });
  PlaceFacts facts;
  for (Masked& item : masked) {
    item.token.first = static_cast<std::uint32_t>(facts.points.size());
    item.token.size = static_cast<std::uint32_t>(item.points.size());
    facts.points.insert(facts.points.end(), item.points.begin(), item.points.end());
    facts.tokens.push_back(item.token);
  }
  SetSignatures(group, facts);
  SetTwins(group, facts);
  return facts;
}

}  // namespace cpn::symmetry
