// Colours from their texts; that what the store writes is read back is tested on random nets by
// conformance_differential_test, too.
#include "cpn/why/read_value.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "cpn/testing/testing.h"

namespace cpn::why {
namespace {

using cpn::testing::ModelBuilder;

class ReadValueTest : public ::testing::Test {
 protected:
  std::optional<Value> Read(const std::string& text, ColourSetId type) {
    return ReadValue(text, type, b_.colour_sets, b_.values);
  }
  /// The text that the colour read from `text` has; "none" if it is no such colour.
  std::string Again(const std::string& text, ColourSetId type) {
    const std::optional<Value> value = Read(text, type);
    return value ? b_.values.Format(*value) : "none";
  }

  ModelBuilder b_;
  ColourSetId int_ = b_.Int();
  ColourSetId text_ = b_.String();
};

TEST_F(ReadValueTest, NumbersAreThoseOfTheColourSet) {
  const ColourSetId small = b_.Range("Small", 1, 3);
  EXPECT_EQ(Read("-7", int_), b_.values.Int(-7));
  EXPECT_EQ(Read("3", small), b_.values.Int(3));
  EXPECT_EQ(Read("4", small), std::nullopt);
  EXPECT_EQ(Read("0", small), std::nullopt);
  EXPECT_EQ(Read("", int_), std::nullopt);
  EXPECT_EQ(Read("3 ", int_), std::nullopt);
}

TEST_F(ReadValueTest, TextsHaveQuotesLineFeedsAndBytes) {
  for (const std::string text : {"", "a \"b\" \\c", "two\nlines", "\x01\x7f"}) {
    const Value value = b_.values.String(text);
    EXPECT_EQ(Read(b_.values.Format(value), text_), value) << text;
  }
  EXPECT_EQ(Read("\"open", text_), std::nullopt);
  EXPECT_EQ(Read("\"\\x4", text_), std::nullopt);
  EXPECT_EQ(Read("\"\\x4z\"", text_), std::nullopt);
}

TEST_F(ReadValueTest, NameThatBeginsAnotherIsNotTakenForIt) {
  const ColourSetId phase = b_.Enum("Phase", {"on", "once", "off"});
  EXPECT_EQ(Again("on", phase), "on");
  EXPECT_EQ(Again("once", phase), "once");
  EXPECT_EQ(Again("onc", phase), "none");
}

TEST_F(ReadValueTest, PartsAreReadByTheirColourSets) {
  const ColourSetId pair = b_.Product("Pair", {int_, text_});
  const ColourSetId list = b_.List("List", pair);
  const ColourSetId record = b_.Record("Record", {{"b", int_}, {"a", list}});
  const ColourSetId one_of = b_.Union("OneOf", {{"Got", pair}, {"Only", int_}, {"None", {}}});
  EXPECT_EQ(Again("(1, \"x\")", pair), "(1, \"x\")");
  EXPECT_EQ(Again("(1)", pair), "none");
  EXPECT_EQ(Again("[(1, \"x\"), (2, \"y\")]", list), "[(1, \"x\"), (2, \"y\")]");
  EXPECT_EQ(Again("[]", list), "[]");
  EXPECT_EQ(Again("[(1, \"x\")", list), "none");
  EXPECT_EQ(Again("{a = [], b = 3}", record), "{a = [], b = 3}");
  EXPECT_EQ(Again("{b = 3, a = []}", record), "none");
  EXPECT_EQ(Again("Got(1, \"x\")", one_of), "Got(1, \"x\")");
  EXPECT_EQ(Again("Only(7)", one_of), "Only(7)");
  EXPECT_EQ(Again("Only 7", one_of), "none");
  EXPECT_EQ(Again("None", one_of), "None");
}

}  // namespace
}  // namespace cpn::why
