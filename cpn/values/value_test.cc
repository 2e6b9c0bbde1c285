#include "cpn/values/value.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace cpn {
namespace {

class ValueTest : public ::testing::Test {
 protected:
  Value Pair(Value a, Value b) { return store_.Tuple(std::vector<Value>{a, b}); }
  Value ListOf(std::vector<Value> elements) { return store_.List(elements); }

  /// One value of every kind, in canonical order.
  std::vector<Value> Samples() {
    return {store_.Unit(),
            store_.Bool(false),
            store_.Bool(true),
            store_.Int(std::numeric_limits<std::int64_t>::min()),
            store_.Int(-1),
            store_.Int(0),
            store_.Int(10),
            store_.Enum("no"),
            store_.Enum("yes"),
            store_.String(""),
            store_.String("no"),
            Pair(store_.Int(1), store_.Int(2)),
            Pair(store_.Int(1), store_.Int(3)),
            Pair(store_.Int(2), store_.Int(0)),
            ListOf({}),
            ListOf({store_.Int(1)}),
            ListOf({store_.Int(1), store_.Int(1)}),
            ListOf({store_.Int(2)}),
            store_.Record(std::vector<std::pair<std::string, Value>>{{"a", store_.Int(9)}}),
            store_.Record(std::vector<std::pair<std::string, Value>>{{"b", store_.Int(1)}}),
            store_.Record(std::vector<std::pair<std::string, Value>>{{"b", store_.Int(2)}}),
            store_.Union("None", store_.Unit()),
            store_.Union("Some", store_.Int(1)),
            store_.Union("Some", store_.Int(2))};
  }

  ValueStore store_;
};

TEST_F(ValueTest, EqualStructureGivesEqualId) {
  const std::vector<Value> first = Samples();
  const std::size_t size = store_.size();
  EXPECT_EQ(first, Samples());
  EXPECT_EQ(store_.size(), size);
}

TEST_F(ValueTest, DifferentStructureGivesDifferentId) {
  const std::vector<Value> samples = Samples();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(std::ranges::count(samples, samples[i]), 1) << store_.Format(samples[i]);
  }
}

TEST_F(ValueTest, CompareOrdersByKindThenContent) {
  const std::vector<Value> samples = Samples();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    for (std::size_t j = 0; j < samples.size(); ++j) {
      EXPECT_EQ(store_.Compare(samples[i], samples[j]), i <=> j)
          << store_.Format(samples[i]) << " and " << store_.Format(samples[j]);
    }
  }
}

TEST_F(ValueTest, CompareDoesNotDependOnTheOrderOfInterning) {
  const Value late = store_.Enum("zebra");
  const Value early = store_.Enum("ant");
  EXPECT_GT(late.id, store_.Unit().id);
  EXPECT_TRUE(store_.Compare(early, late) < 0);
}

TEST_F(ValueTest, RecordSortsFieldsByName) {
  const std::vector<std::pair<std::string, Value>> fields = {{"val", store_.Int(1)},
                                                             {"rnd", store_.Int(2)}};
  const Value record = store_.Record(fields);
  EXPECT_EQ(store_.FieldName(record, 0), "rnd");
  EXPECT_EQ(store_.FieldName(record, 1), "val");
  EXPECT_EQ(store_.Elements(record)[0], store_.Int(2));
  const std::vector<std::string> names = {"val", "rnd"};
  const std::vector<Value> elements = {store_.Int(2), store_.Int(1)};
  EXPECT_EQ(store_.Record(store_.Shape(names), elements), record);
}

TEST_F(ValueTest, PartsAreReadBack) {
  const Value tuple = Pair(store_.String("a"), store_.Bool(true));
  EXPECT_EQ(store_.Kind(tuple), ValueKind::kTuple);
  EXPECT_EQ(store_.AsText(store_.Elements(tuple)[0]), "a");
  EXPECT_TRUE(store_.AsBool(store_.Elements(tuple)[1]));
  const Value some = store_.Union("Some", store_.Int(-5));
  EXPECT_EQ(store_.Constructor(some), "Some");
  EXPECT_EQ(store_.AsInt(store_.Elements(some)[0]), -5);
}

TEST_F(ValueTest, SpansStayValidWhileMoreIsInterned) {
  const Value list = ListOf({store_.Int(1), store_.Int(2)});
  const std::span<const Value> elements = store_.Elements(list);
  const std::string_view text = store_.AsText(store_.String("kept"));
  for (int i = 0; i < 100'000; ++i) ListOf({store_.Int(i), store_.String(std::to_string(i))});
  EXPECT_EQ(elements.data(), store_.Elements(list).data());
  EXPECT_EQ(store_.AsInt(elements[1]), 2);
  EXPECT_EQ(text, "kept");
}

TEST_F(ValueTest, FormatWritesAsPeopleDo) {
  const Value one = store_.Int(1);
  const Value yes = store_.Enum("yes");
  const std::vector<std::pair<std::string, Value>> fields = {{"val", yes}, {"rnd", one}};
  EXPECT_EQ(store_.Format(store_.Unit()), "()");
  EXPECT_EQ(store_.Format(store_.Bool(true)), "true");
  EXPECT_EQ(store_.Format(store_.Int(-7)), "-7");
  EXPECT_EQ(store_.Format(yes), "yes");
  EXPECT_EQ(store_.Format(Pair(one, yes)), "(1, yes)");
  EXPECT_EQ(store_.Format(ListOf({one, one})), "[1, 1]");
  EXPECT_EQ(store_.Format(ListOf({})), "[]");
  EXPECT_EQ(store_.Format(store_.Record(fields)), "{rnd = 1, val = yes}");
  EXPECT_EQ(store_.Format(store_.Union("None", store_.Unit())), "None");
  EXPECT_EQ(store_.Format(store_.Union("Some", one)), "Some(1)");
  EXPECT_EQ(store_.Format(store_.Union("Prepare", Pair(one, yes))), "Prepare(1, yes)");
  EXPECT_EQ(store_.Format(store_.Union("R", store_.Record(fields))), "R({rnd = 1, val = yes})");
}

TEST_F(ValueTest, FormatKeepsStringsOnOneLine) {
  EXPECT_EQ(store_.Format(store_.String("a \"b\"\\\n\x01")), R"("a \"b\"\\\n\x01")");
  EXPECT_EQ(store_.Format(store_.String("g\xC3\xB6\xff\xC3")), "\"g\xC3\xB6\\xff\\xc3\"");
}

}  // namespace
}  // namespace cpn
