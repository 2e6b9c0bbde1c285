// What is made of a grammar: the list of elements, the description and the schema.
#include "adapter/systems/cases/grammar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/systems/cases/description.h"
#include "adapter/systems/cases/kind.h"
#include "adapter/systems/cases/schema.h"
#include "xml/xml.h"

namespace cases {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Grammar Toy() {
  return {.values = {Sequence({One("To", kServer),
                               Any(Choice({One("Say", kNonEmptyText), One("Wait", kNothing)}))})},
          .oracles = {Sequence({Shared(One("Hear", Children(Some(One("Word", kAnyText))))),
                                Maybe(One("Mood", Words({"good", "bad"})))})}};
}

Grammar Steps() { return {.steps = {Sequence({One("Say", kNumber), One("Hear", kNumber)})}}; }

adapter::CaseForm Form() { return {.name = "toytest", .article = "a", .meaning = "words"}; }

std::vector<std::string> Names(const Grammar& grammar) {
  std::vector<std::string> names;
  for (const adapter::CaseElement& element : ElementsOf(grammar)) {
    const char* const parts[] = {"values", "oracles", "steps"};
    names.push_back(std::string(parts[static_cast<int>(element.part)]) + ' ' + element.name +
                    (element.shared ? " shared" : ""));
  }
  return names;
}

TEST(GrammarTest, ElementsAreThoseRightInTheParts) {
  EXPECT_THAT(Names(Toy()), ::testing::ElementsAre("values To", "values Say", "values Wait",
                                                   "oracles Hear shared", "oracles Mood"));
  EXPECT_THAT(Names(Steps()), ::testing::ElementsAre("steps Say", "steps Hear"));
}

TEST(GrammarTest, AnElementOfSeveralBranchesIsListedOnce) {
  const Particle say = One("Say", kNumber);
  const Grammar grammar{.values = {Choice({say, Sequence({One("To", kServer), say})})}};
  EXPECT_THAT(Names(grammar), ::testing::ElementsAre("values Say", "values To"));
}

TEST(DescriptionTest, ShowsNumbersAndContents) {
  EXPECT_EQ(DescriptionOf(Form(), Toy()),
            "toytest: words\n"
            "TestValues\n"
            "  To: server\n"
            "  one of, 0 or more:\n"
            "    Say: text\n"
            "    Wait: empty\n"
            "TestOracles\n"
            "  Hear\n"
            "    Word, 1 or more: text, may be empty\n"
            "  Mood, 0 or 1: good | bad\n");
  EXPECT_EQ(DescriptionOf(Form(), Steps()),
            "toytest: words\n"
            "TestValue, 1 or more\n"
            "  Say: number\n"
            "  Hear: number\n");
}

TEST(SchemaTest, ServersOfACaseAreThoseOfItsSuite) {
  EXPECT_THAT(SchemaOf(Form(), Toy()),
              HasSubstr("<xs:selector xpath=\"TestCase/TestValues/To\"></xs:selector>"));
  adapter::CaseForm without_servers = Form();
  without_servers.may_omit_servers = true;
  EXPECT_THAT(SchemaOf(without_servers, Toy()), Not(HasSubstr("xs:keyref")));
}

TEST(SchemaTest, AFormWithoutServersMaySayItsSizesInAttributes) {
  adapter::CaseForm without_servers = Form();
  without_servers.may_omit_servers = true;
  EXPECT_THAT(SchemaOf(without_servers, Toy()), HasSubstr("<xs:attribute name=\"QuorumSize\""));
  EXPECT_THAT(SchemaOf(Form(), Toy()), Not(HasSubstr("<xs:attribute name=\"QuorumSize\"")));
}

}  // namespace
}  // namespace cases
