#include "xml/element.h"

#include <gtest/gtest.h>

namespace xml {
namespace {

TEST(ElementTest, AddReturnsTheNewChild) {
  Element vote("Vote");
  Element& id = vote.Add("WorkerID", "1");
  EXPECT_EQ(&id, &vote.children.back());
  EXPECT_EQ(id.name, "WorkerID");
  EXPECT_EQ(id.text, "1");
}

TEST(ElementTest, SetAttributeKeepsOneOfEachNameInOrder) {
  Element test_case("TestCase");
  test_case.SetAttribute("CaseID", "1")
      .SetAttribute("NumOfWorker", "2")
      .SetAttribute("CaseID", "3");
  ASSERT_EQ(test_case.attributes.size(), 2u);
  EXPECT_EQ(test_case.attributes[0].name, "CaseID");
  EXPECT_EQ(test_case.attributes[0].value, "3");
  EXPECT_EQ(test_case.attributes[1].name, "NumOfWorker");
}

TEST(ElementTest, FindsAttributesAndChildrenByName) {
  Element test("Test");
  test.SetAttribute("TestName", "x");
  test.Add("TestCase", "first");
  test.Add("Configuration");
  test.Add("TestCase", "second");
  ASSERT_NE(test.FindAttribute("TestName"), nullptr);
  EXPECT_EQ(test.FindAttribute("TestName")->value, "x");
  EXPECT_EQ(test.FindAttribute("testname"), nullptr);
  ASSERT_NE(test.FindChild("TestCase"), nullptr);
  EXPECT_EQ(test.FindChild("TestCase")->text, "first");
  EXPECT_EQ(test.FindChild("Test"), nullptr);
  const auto cases = test.FindChildren("TestCase");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[1]->text, "second");
}

TEST(ElementTest, EqualityIsByContent) {
  Element a("Vote", "1");
  Element b("Vote", "1");
  b.position = {3, 4};
  b.comment = "why";
  EXPECT_EQ(a, b);
  b.text = "2";
  EXPECT_FALSE(a == b);
  b.text = "1";
  b.SetAttribute("x", "y");
  EXPECT_FALSE(a == b);
  a.SetAttribute("x", "y");
  EXPECT_EQ(a, b);
  a.Add("Child");
  EXPECT_FALSE(a == b);
}

}  // namespace
}  // namespace xml
