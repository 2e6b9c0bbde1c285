#include "generator/order_key.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace generator {
namespace {

using cpn::Value;
using cpn::ValueStore;

/// Values of every kind, small ones so that many are equal or begin alike.
class Values {
 public:
  explicit Values(std::uint64_t seed) : random_(seed) {}

  Value Any(ValueStore& store, int depth) {
    switch (Below(depth > 0 ? 9 : 5)) {
      case 0:
        return store.Unit();
      case 1:
        return store.Bool(Below(2) == 1);
      case 2:
        return store.Int(Integer());
      case 3:
        return store.Enum(Text());
      case 4:
        return store.String(Text());
      case 5:
        return store.Tuple(Parts(store, depth));
      case 6:
        return store.List(Parts(store, depth));
      case 7:
        return Record(store, depth);
      default:
        return store.Union(Text(), Any(store, depth - 1));
    }
  }

 private:
  std::size_t Below(std::size_t end) { return random_() % end; }

  std::int64_t Integer() {
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::vector<std::int64_t> some{kLeast, -256, -1, 0, 1, 9, 10, 255, kMost};
    return some[Below(some.size())];
  }

  std::string Text() {
    const std::vector<std::string> some{"", "a", "ab", "b", "a\x01", "a\xff", "!", "+", "a!"};
    return some[Below(some.size())];
  }

  std::vector<Value> Parts(ValueStore& store, int depth) {
    std::vector<Value> parts;
    for (std::size_t i = Below(3); i > 0; --i) parts.push_back(Any(store, depth - 1));
    return parts;
  }

  Value Record(ValueStore& store, int depth) {
    std::vector<std::pair<std::string, Value>> fields;
    for (const char* name : {"x", "xy", "y"}) {
      if (Below(2) == 0) fields.emplace_back(name, Any(store, depth - 1));
    }
    return store.Record(fields);
  }

  std::mt19937_64 random_;
};

TEST(OrderKey, IsInTheOrderOfTheValues) {
  ValueStore store;
  Values values(1);
  for (int i = 0; i < 20'000; ++i) {
    const Value a = values.Any(store, 3);
    const Value b = values.Any(store, 3);
    EXPECT_EQ(OrderKey(store, a) <=> OrderKey(store, b), store.Compare(a, b))
        << store.Format(a) << " and " << store.Format(b);
  }
}

TEST(OrderKey, OfStimuliIsBelowThatOfResponses) {
  ValueStore store;
  const cpn::lua::Observation stimulus{cpn::lua::ObservationKind::kStimulus, "z", store.Int(9)};
  const cpn::lua::Observation response{cpn::lua::ObservationKind::kResponse, "a", store.Int(1)};
  EXPECT_LT(OrderKey(store, stimulus), OrderKey(store, response));
  EXPECT_TRUE(IsStimulusKey(OrderKey(store, stimulus)));
  EXPECT_FALSE(IsStimulusKey(OrderKey(store, response)));
}

}  // namespace
}  // namespace generator
