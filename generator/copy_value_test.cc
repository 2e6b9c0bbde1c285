#include "generator/copy_value.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace generator {
namespace {

using cpn::Value;
using cpn::ValueStore;

/// A value with one of every kind inside.
Value MakeAll(ValueStore& store) {
  const std::vector<Value> flat{store.Unit(), store.Bool(true), store.Int(-7), store.Enum("yes"),
                                store.String("a \"b\"")};
  const Value tuple = store.Tuple(flat);
  const Value list = store.List(flat);
  const std::vector<std::pair<std::string, Value>> fields{{"z", tuple}, {"a", list}};
  return store.Union("Message", store.Record(fields));
}

TEST(CopyValueTest, CopyIsTheSameValueInTheOtherStore) {
  ValueStore from;
  ValueStore to;
  to.Int(1000);  // so that ids differ
  const Value original = MakeAll(from);
  const Value copy = CopyValue(from, original, to);
  EXPECT_EQ(copy, MakeAll(to));
  EXPECT_EQ(to.Format(copy), from.Format(original));
}

TEST(CopyValueTest, CopyingTwiceGivesOneValue) {
  ValueStore from;
  ValueStore to;
  const Value original = MakeAll(from);
  EXPECT_EQ(CopyValue(from, original, to), CopyValue(from, original, to));
}

TEST(CopyValueTest, StoreMayBeItsOwnTarget) {
  ValueStore store;
  const Value original = MakeAll(store);
  EXPECT_EQ(CopyValue(store, original, store), original);
}

}  // namespace
}  // namespace generator
