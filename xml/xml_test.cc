// What Parse accepts, what Write writes, and that they are inverse to each other. What Parse
// refuses is in xml_error_test.cc.
#include "xml/xml.h"

#include <gtest/gtest.h>

#include <iterator>
#include <stdexcept>

#include "base/random.h"

namespace xml {
namespace {

using base::Random;

Element ParseText(const std::string& text) { return Parse(text, "a.xml"); }

TEST(XmlParseTest, ReadsElementsAttributesAndTexts) {
  const Element test = ParseText("<Test A='1' B=\"2\"><X>x</X><Y/></Test>");
  Element expected("Test");
  expected.SetAttribute("A", "1").SetAttribute("B", "2");
  expected.Add("X", "x");
  expected.Add("Y");
  EXPECT_EQ(test, expected);
}

TEST(XmlParseTest, DropsWhiteSpaceBetweenElements) {
  EXPECT_EQ(ParseText(" \n<A>\n\t<B> </B>\r\n</A>\n"), ParseText("<A><B></B></A>"));
}

TEST(XmlParseTest, KeepsWhiteSpaceInTexts) {
  EXPECT_EQ(ParseText("<A> x \n y </A>").text, " x \n y ");
}

TEST(XmlParseTest, KeepsWhiteSpaceThatIsWrittenAsAReference) {
  EXPECT_EQ(ParseText("<A>&#32;</A>").text, " ");
}

TEST(XmlParseTest, DecodesReferences) {
  EXPECT_EQ(ParseText("<A>&lt;&gt;&amp;&quot;&apos;&#65;&#xe9;&#x1F600;</A>").text,
            "<>&\"'A\u00e9\U0001F600");
  EXPECT_EQ(ParseText("<A b='&lt;&#10;&amp;lt;'/>").attributes[0].value, "<\n&lt;");
}

TEST(XmlParseTest, NormalisesLineEnds) {
  EXPECT_EQ(ParseText("<A>a\r\nb\rc\nd&#13;e</A>").text, "a\nb\nc\nd\re");
  EXPECT_EQ(ParseText("<A b='a\r\nb\tc'/>").attributes[0].value, "a b c");
}

TEST(XmlParseTest, ReadsCdataAsText) {
  EXPECT_EQ(ParseText("<A>a<![CDATA[<&amp;>]]>b</A>").text, "a<&amp;>b");
}

TEST(XmlParseTest, DropsCommentsAndProcessingInstructions) {
  EXPECT_EQ(ParseText("<!-- a --><A>x<!-- b -->y<?pi?></A><?pi c?><!-- d -->"), Element("A", "xy"));
}

TEST(XmlParseTest, AcceptsByteOrderMarkAndDeclaration) {
  EXPECT_EQ(ParseText("\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<A/>"),
            Element("A"));
}

TEST(XmlParseTest, KeepsPositions) {
  const Element test = ParseText("<!-- c -->\n  <A b='1'\n\td='2'>\n  <\u0042>  x</B>\n</A>");
  EXPECT_EQ(test.position, (base::Position{2, 3}));
  EXPECT_EQ(test.attributes[0].position, (base::Position{2, 6}));
  EXPECT_EQ(test.attributes[1].position, (base::Position{3, 2}));
  EXPECT_EQ(test.children[0].position, (base::Position{4, 3}));
  EXPECT_EQ(test.children[0].text_position, (base::Position{4, 8}));
}

TEST(XmlParseTest, CountsColumnsInCharacters) {
  const Element test = ParseText("<A><B>\u00e9\u20ac\U0001F600</B><C/></A>");
  EXPECT_EQ(test.children[1].position, (base::Position{1, 14}));
}

TEST(XmlParseTest, CountsColumnsBehindTheByteOrderMark) {
  EXPECT_EQ(ParseText("\xEF\xBB\xBF<A/>").position, (base::Position{1, 1}));
}

TEST(XmlParseTest, AcceptsTheGreatestDepth) {
  std::string text;
  for (int i = 0; i < kMaxDepth; ++i) text += "<a>";
  for (int i = 0; i < kMaxDepth; ++i) text += "</a>";
  EXPECT_EQ(ParseText(text).name, "a");
}

TEST(XmlParseTest, AcceptsTheLongestTextAttributeAndName) {
  const std::string name(kMaxNameBytes, 'n');
  const Element element = ParseText("<" + name + " b='" + std::string(kMaxAttributeBytes, 'x') +
                                    "'>" + std::string(kMaxTextBytes, 'y') + "</" + name + ">");
  EXPECT_EQ(element.name.size(), kMaxNameBytes);
  EXPECT_EQ(element.attributes[0].value.size(), kMaxAttributeBytes);
  EXPECT_EQ(element.text.size(), kMaxTextBytes);
}

TEST(XmlWriteTest, WritesThePublishedForm) {
  Element test("Test");
  test.SetAttribute("TestName", "ss-tpctests-2");
  Element& test_case = test.Add("TestCase");
  test_case.SetAttribute("CaseID", "1").SetAttribute("NumOfWorker", "2");
  Element& vote = test_case.Add("TestValues").Add("Vote");
  vote.Add("WorkerID", "1");
  vote.Add("VoteValue", "0");
  test_case.Add("TestOracles").Add("EmptyMsg");
  EXPECT_EQ(Write(test),
            "<Test TestName=\"ss-tpctests-2\">\n"
            "  <TestCase CaseID=\"1\" NumOfWorker=\"2\">\n"
            "    <TestValues>\n"
            "      <Vote>\n"
            "        <WorkerID>1</WorkerID>\n"
            "        <VoteValue>0</VoteValue>\n"
            "      </Vote>\n"
            "    </TestValues>\n"
            "    <TestOracles>\n"
            "      <EmptyMsg></EmptyMsg>\n"
            "    </TestOracles>\n"
            "  </TestCase>\n"
            "</Test>\n");
}

TEST(XmlWriteTest, EscapesWhatXmlWouldMisread) {
  Element a("A", "<&>\"'\r\n\tx");
  a.SetAttribute("b", "<&>\"'\r\n\tx");
  EXPECT_EQ(Write(a),
            "<A b=\"&lt;&amp;&gt;&quot;'&#13;&#10;&#9;x\">&lt;&amp;&gt;\"'&#13;\n\tx</A>\n");
}

TEST(XmlWriteTest, EscapesTextOfWhiteSpaceOnly) {
  EXPECT_EQ(Write(Element("A", "  ")), "<A>&#32; </A>\n");
}

TEST(XmlWriteTest, WritesComments) {
  Element test("Test");
  test.comment = "made by hand";
  test.Add("A").comment = "first";
  EXPECT_EQ(Write(test), "<!-- made by hand -->\n<Test>\n  <!-- first -->\n  <A></A>\n</Test>\n");
  EXPECT_EQ(ParseText(Write(test)), test);
}

TEST(XmlWriteTest, RefusesWithTheProblem) {
  try {
    Write(Element("two words"));
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "two words: 'two words' is not an XML name");
  }
}

TEST(XmlWriteWithTest, IsWriteOfTheWhole) {
  for (const std::size_t first : {0u, 2u}) {
    for (const std::size_t more : {0u, 1u, 30u}) {
      Element root("Test");
      root.SetAttribute("A", "<");
      for (std::size_t i = 0; i < first; ++i) root.Add("First", std::to_string(i));
      Element whole = root;
      const auto child = [](std::size_t i) {
        Element element("Case");
        element.Add("Number", std::string(i, '&'));
        return element;
      };
      for (std::size_t i = 0; i < more; ++i) whole.Add(child(i));
      EXPECT_EQ(WriteWith(root, more, child), Write(whole)) << first << ", " << more;
    }
  }
}

TEST(XmlWriteWithTest, NamesThePlaceOfAProblem) {
  const auto child = [](std::size_t i) {
    Element element("Case");
    element.Add(i == 1 ? "1st" : "First");
    return element;
  };
  try {
    WriteWith(Element("Test"), 3, child);
    FAIL() << "it is written";
  } catch (const std::invalid_argument& problem) {
    EXPECT_STREQ(problem.what(), "Test/Case[2]/1st: '1st' is not an XML name");
  }
}

TEST(XmlWriteWithTest, DepthCountsFromTheRoot) {
  const auto child = [](std::size_t) {
    Element element("Leaf");
    for (int depth = 1; depth < kMaxDepth; ++depth) {
      Element outer("Inner");
      outer.Add(std::move(element));
      element = std::move(outer);
    }
    return element;
  };
  EXPECT_EQ(WriteProblem(child(0)), std::nullopt);
  EXPECT_THROW(WriteWith(Element("Test"), 1, child), std::invalid_argument);
}

TEST(XmlWriteProblemTest, NamesThePlace) {
  Element test("Test");
  test.Add("TestCase");
  test.Add("TestCase").Add("TestValues").Add("1st", "x");
  EXPECT_EQ(WriteProblem(test), "Test/TestCase[2]/TestValues/1st: '1st' is not an XML name");
}

TEST(XmlWriteProblemTest, RefusesTextBesideElements) {
  Element a("A", "x");
  a.Add("B");
  EXPECT_EQ(WriteProblem(a), "A: it has both text and elements");
}

TEST(XmlWriteProblemTest, RefusesForbiddenCharacters) {
  EXPECT_EQ(WriteProblem(Element("A", "ab\x01")),
            "A: its text 'ab ' has a character that XML cannot hold, at byte 3");
  EXPECT_EQ(WriteProblem(Element("A", "\xC3(")),
            "A: its text '?(' has a character that XML cannot hold, at byte 1");
  Element b("B");
  b.SetAttribute("c", std::string(1, '\0'));
  EXPECT_EQ(WriteProblem(b), "B: attribute c ' ' has a character that XML cannot hold, at byte 1");
}

TEST(XmlWriteProblemTest, RefusesRepeatedAttributes) {
  Element a("A");
  a.attributes = {{"b", "1", {}}, {"b", "2", {}}};
  EXPECT_EQ(WriteProblem(a), "A: it has two attributes 'b'");
}

TEST(XmlWriteProblemTest, RefusesCommentsThatEndTooSoon) {
  Element a("A");
  a.comment = "x --> <B/>";
  EXPECT_EQ(WriteProblem(a), "A: its comment has '--' in it");
}

TEST(XmlWriteProblemTest, RefusesWhatIsBeyondTheLimits) {
  EXPECT_EQ(WriteProblem(Element("A", std::string(kMaxTextBytes + 1, 'x'))),
            "A: its text has more than 65536 bytes");
  Element b("B");
  b.SetAttribute("c", std::string(kMaxAttributeBytes + 1, 'x'));
  EXPECT_EQ(WriteProblem(b), "B: attribute c has more than 4096 bytes");
  EXPECT_EQ(WriteProblem(Element(std::string(kMaxNameBytes + 1, 'x'))),
            std::string(kMaxNameBytes + 1, 'x') + ": its name is too long");
  Element many("M");
  for (std::size_t i = 0; i <= kMaxAttributes; ++i) many.SetAttribute("a" + std::to_string(i), "");
  EXPECT_EQ(WriteProblem(many), "M: it has more than 64 attributes");
  Element deep("D");
  Element* inner = &deep;
  for (int i = 0; i < kMaxDepth; ++i) inner = &inner->Add("D");
  std::string path = "D";
  for (int i = 0; i < kMaxDepth; ++i) path += "/D";
  EXPECT_EQ(WriteProblem(deep), path + ": elements nested more than 64 deep");
}

std::string RandomText(Random& random) {
  static const std::string kPieces[] = {"a",  " ",      "\n",         "\r",     "\t",  "<",
                                        ">",  "&",      "\"",         "'",      "]]>", "&lt;",
                                        "--", "\u00e9", "\U0001F600", "\u0085", "8080"};
  std::string text;
  for (std::size_t i = random.Below(6); i > 0; --i)
    text += kPieces[random.Below(std::size(kPieces))];
  return text;
}

Element RandomElement(Random& random, int depth) {
  static const char* const kNames[] = {"A", "b", "_c", "d-e.f", "x:y", "Z9"};
  Element element(kNames[random.Below(std::size(kNames))]);
  for (std::size_t i = random.Below(3); i > 0; --i) {
    element.SetAttribute(kNames[random.Below(std::size(kNames))], RandomText(random));
  }
  if (random.Below(2) == 0 || depth == 0) {
    element.text = RandomText(random);
  } else {
    for (std::size_t i = random.Below(4); i > 0; --i) {
      element.children.push_back(RandomElement(random, depth - 1));
    }
  }
  return element;
}

TEST(XmlTest, ParseUndoesWrite) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Element element = RandomElement(random, 4);
    const std::string text = Write(element);
    ASSERT_EQ(ParseText(text), element) << text;
    ASSERT_EQ(Write(ParseText(text)), text);
  }
}

}  // namespace
}  // namespace xml
