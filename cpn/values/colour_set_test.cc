#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "cpn/testing/testing.h"
#include "cpn/values/colour_sets.h"

namespace cpn {
namespace {

using testing::Arguments;
using ::testing::ElementsAre;
using testing::ModelBuilder;

class ColourSetTest : public ::testing::Test {
 protected:
  /// The colours as text; {"not small"} when the set does not enumerate.
  std::vector<std::string> Colours(ColourSetId set) {
    const std::vector<Value>* colours = b_.colour_sets.Enumerate(set, b_);
    if (colours == nullptr) return {"not small"};
    std::vector<std::string> texts;
    for (const Value v : *colours) texts.push_back(b_.values.Format(v));
    return texts;
  }
  bool Contains(ColourSetId set, Value v) { return b_.colour_sets.Contains(set, v, b_); }
  Value Int(std::int64_t i) { return b_.values.Int(i); }
  Value Tuple(std::vector<Value> parts) { return b_.values.Tuple(parts); }

  ModelBuilder b_;
};

TEST_F(ColourSetTest, SimpleSetsEnumerateInCanonicalOrder) {
  EXPECT_THAT(Colours(b_.Unit()), ElementsAre("()"));
  EXPECT_THAT(Colours(b_.Bool()), ElementsAre("false", "true"));
  EXPECT_THAT(Colours(b_.Range("R", -1, 1)), ElementsAre("-1", "0", "1"));
  EXPECT_THAT(Colours(b_.Index("S", 1, 2)), ElementsAre("1", "2"));
  EXPECT_THAT(Colours(b_.Range("Empty", 2, 1)), ElementsAre());
}

TEST_F(ColourSetTest, EnumsEnumerateInDeclarationOrder) {
  EXPECT_THAT(Colours(b_.Enum("Vote", {"yes", "no"})), ElementsAre("yes", "no"));
}

TEST_F(ColourSetTest, ProductsEnumerateLexicographically) {
  const ColourSetId vote = b_.Enum("Vote", {"yes", "no"});
  EXPECT_THAT(Colours(b_.Product("P", {b_.Range("W", 1, 2), vote})),
              ElementsAre("(1, yes)", "(1, no)", "(2, yes)", "(2, no)"));
  EXPECT_THAT(Colours(b_.Product("None", {vote, b_.Range("Empty", 2, 1)})), ElementsAre());
}

TEST_F(ColourSetTest, RecordsEnumerateByFieldName) {
  const ColourSetId small = b_.Range("R", 1, 2);
  EXPECT_THAT(Colours(b_.Record("Rec", {{"val", b_.Bool()}, {"rnd", small}})),
              ElementsAre("{rnd = 1, val = false}", "{rnd = 1, val = true}",
                          "{rnd = 2, val = false}", "{rnd = 2, val = true}"));
}

TEST_F(ColourSetTest, UnionsEnumerateByConstructor) {
  EXPECT_THAT(
      Colours(b_.Union("U", {{"Some", b_.Range("R", 1, 2)}, {"None", {}}, {"Nil", b_.Unit()}})),
      ElementsAre("Some(1)", "Some(2)", "None", "Nil"));
}

TEST_F(ColourSetTest, SubsetsAndAliasesEnumerateTheirBase) {
  const ColourSetId base = b_.Range("R", 1, 5);
  const ColourSetId odd =
      b_.Subset("Odd", base, [this](Arguments a) { return b_.values.AsInt(a[0]) % 2 == 1; });
  const ColourSetId alias = b_.Alias("Alias", odd);
  EXPECT_THAT(Colours(alias), ElementsAre("1", "3", "5"));
  EXPECT_EQ(b_.colour_sets.Resolve(alias), base);
  EXPECT_EQ(b_.colour_sets.StripAliases(alias), odd);
  EXPECT_TRUE(Contains(alias, Int(3)));
  EXPECT_FALSE(Contains(alias, Int(2)));
  EXPECT_FALSE(Contains(alias, Int(7)));
}

TEST_F(ColourSetTest, LargeSetsDoNotEnumerate) {
  const ColourSetId r64 = b_.Range("R64", 1, 64);
  EXPECT_EQ(Colours(b_.Product("P4096", {r64, r64})).size(), 4096u);
  EXPECT_THAT(Colours(b_.Product("P4160", {r64, b_.Range("R65", 1, 65)})),
              ElementsAre("not small"));
  EXPECT_EQ(Colours(b_.Range("R4096", 1, 4096)).size(), 4096u);
  EXPECT_THAT(Colours(b_.Range("R4097", 1, 4097)), ElementsAre("not small"));
  EXPECT_THAT(Colours(b_.Range("All", std::numeric_limits<std::int64_t>::min(),
                               std::numeric_limits<std::int64_t>::max())),
              ElementsAre("not small"));
  EXPECT_THAT(Colours(b_.Int()), ElementsAre("not small"));
  EXPECT_THAT(Colours(b_.String()), ElementsAre("not small"));
  EXPECT_THAT(Colours(b_.List("L", b_.Unit())), ElementsAre("not small"));
  EXPECT_THAT(Colours(b_.Union("U", {{"A", r64}, {"B", b_.Int("I")}})), ElementsAre("not small"));
}

TEST_F(ColourSetTest, RangeUpToTheLargestIntegerEnumerates) {
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(Colours(b_.Range("Top", largest - 1, largest)),
              ElementsAre("9223372036854775806", "9223372036854775807"));
}

TEST_F(ColourSetTest, ContainsChecksStructure) {
  const ColourSetId r = b_.Range("R", 1, 3);
  const ColourSetId pair = b_.Product("P", {r, b_.Bool()});
  const ColourSetId list = b_.List("L", r);
  const ColourSetId record = b_.Record("Rec", {{"a", r}});
  const ColourSetId option = b_.Union("U", {{"Some", r}, {"None", {}}});
  const Value yes = b_.values.Bool(true);
  EXPECT_TRUE(Contains(pair, Tuple({Int(1), yes})));
  EXPECT_FALSE(Contains(pair, Tuple({Int(4), yes})));
  EXPECT_FALSE(Contains(pair, Tuple({Int(1), yes, yes})));
  EXPECT_FALSE(Contains(pair, b_.values.List(std::vector<Value>{Int(1), yes})));
  EXPECT_TRUE(Contains(list, b_.values.List({})));
  EXPECT_FALSE(Contains(list, b_.values.List(std::vector<Value>{Int(1), Int(0)})));
  using Fields = std::vector<std::pair<std::string, Value>>;
  EXPECT_TRUE(Contains(record, b_.values.Record(Fields{{"a", Int(1)}})));
  EXPECT_FALSE(Contains(record, b_.values.Record(Fields{{"b", Int(1)}})));
  EXPECT_FALSE(Contains(record, b_.values.Record(Fields{{"a", Int(1)}, {"b", Int(1)}})));
  EXPECT_TRUE(Contains(option, b_.values.Union("Some", Int(1))));
  EXPECT_FALSE(Contains(option, b_.values.Union("Some", Int(9))));
  EXPECT_TRUE(Contains(option, b_.values.Union("None", b_.values.Unit())));
  EXPECT_FALSE(Contains(option, b_.values.Union("None", Int(1))));
  EXPECT_FALSE(Contains(option, b_.values.Union("Other", Int(1))));
  EXPECT_TRUE(Contains(b_.Enum("E", {"yes"}), b_.values.Enum("yes")));
  EXPECT_FALSE(Contains(b_.Enum("E2", {"yes"}), b_.values.String("yes")));
}

TEST_F(ColourSetTest, SameLooksThroughAliasesAndDescriptions) {
  const ColourSetId worker = b_.Range("Worker", 1, 3);
  const ColourSetId node = b_.Range("Node", 1, 3);
  EXPECT_TRUE(b_.colour_sets.Same(b_.Alias("W", worker), worker));
  EXPECT_FALSE(b_.colour_sets.Same(worker, node));
  EXPECT_TRUE(b_.colour_sets.Same(b_.List("list Worker", worker), b_.List("list Worker", worker)));
  EXPECT_FALSE(b_.colour_sets.Same(b_.List("list X", worker), b_.List("list X", node)));
}

TEST_F(ColourSetTest, TableMayGrowAfterUse) {
  const std::vector<Value>* first = b_.colour_sets.Enumerate(b_.Bool(), b_);
  for (int i = 0; i < 100; ++i) Colours(b_.Range("R" + std::to_string(i), 1, 3));
  EXPECT_EQ(first, b_.colour_sets.Enumerate(0, b_));
  EXPECT_EQ(first->size(), 2u);
}

}  // namespace
}  // namespace cpn
