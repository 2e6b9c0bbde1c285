#include "command_line/description.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_line/program_testing.h"

namespace command_line {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class DescriptionTest : public ::testing::Test {
 protected:
  Argument Option(const std::string& key) const {
    for (const Argument& option : description_.command("print")->options()) {
      if (option.key() == key) return option;
    }
    ADD_FAILURE() << key;
    return {};
  }

  ExampleProgram program_;
  CommandDescription description_ = Describe(program_.app());
};

TEST_F(DescriptionTest, CommandsStandInTheirOrder) {
  ASSERT_THAT(description_.commands, SizeIs(3));
  EXPECT_EQ(description_.commands[0].name, "print");
  EXPECT_EQ(description_.commands[1].name, "bind");
  EXPECT_EQ(description_.commands[2].name, kHelpCommand);
  EXPECT_EQ(description_.command("fold"), nullptr);
}

TEST_F(DescriptionTest, PositionalsAreNamedAfterTheirValues) {
  const CommandDescription& print = *description_.command("print");
  ASSERT_THAT(print.positionals, SizeIs(1));
  EXPECT_EQ(print.positionals[0].key(), "BOOK");
  EXPECT_TRUE(print.positionals[0].required);
  EXPECT_FALSE(print.positionals[0].repeatable);
  EXPECT_TRUE(description_.command("bind")->positionals[0].repeatable);
}

TEST_F(DescriptionTest, OptionsKnowTheirNamesAndValues) {
  const Argument output = Option("--output");
  EXPECT_THAT(output.names, ElementsAre("-o", "--output"));
  EXPECT_EQ(output.value, "FILE.pdf|FILE.ps");
  EXPECT_EQ(output.text, "the proof");
  EXPECT_TRUE(output.required);
  EXPECT_FALSE(output.repeatable);
  EXPECT_TRUE(Option("--chapter").repeatable);
}

TEST_F(DescriptionTest, ChoicesBoundsAndDefaultsAreTakenFromTheChecks) {
  EXPECT_THAT(Option("--paper").choices, ElementsAre("a4", "a5"));
  EXPECT_EQ(Option("--paper").value, "KIND");
  EXPECT_EQ(Option("--paper").default_value, "a4");
  EXPECT_EQ(Option("--copies").bounds, "1 to 9");
  EXPECT_THAT(Option("--copies").choices, IsEmpty());
}

TEST_F(DescriptionTest, FlagsTakeNoValue) { EXPECT_EQ(Option("--draft").value, ""); }

TEST_F(DescriptionTest, GroupsAreKept) {
  const auto& groups = description_.command("print")->groups;
  ASSERT_THAT(groups, SizeIs(2));
  EXPECT_EQ(groups[1].name, "Ink");
  EXPECT_EQ(groups[1].text, "one of these");
  EXPECT_THAT(groups[1].options, SizeIs(2));
}

}  // namespace
}  // namespace command_line
