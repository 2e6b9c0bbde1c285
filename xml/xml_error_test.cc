// What Parse refuses, with the whole error.
#include <gtest/gtest.h>

#include "base/source.h"
#include "base/temporary_folder.h"
#include "xml/parse_source.h"
#include "xml/xml.h"

namespace xml {
namespace {

/// What Parse says about a text named a.xml; "" when it accepts it.
std::string XmlError(const std::string& text) {
  try {
    Parse(text, "a.xml");
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

std::string Repeat(const std::string& text, std::size_t times) {
  std::string repeated;
  for (std::size_t i = 0; i < times; ++i) repeated += text;
  return repeated;
}

/// The first line of an error.
std::string Headline(const std::string& error) { return error.substr(0, error.find('\n')); }

TEST(XmlErrorTest, EndTagOfAnotherName) {
  EXPECT_EQ(XmlError("<A>\n  <B>1</A>\n</A>"),
            "a.xml:2:7: end tag '</A>' for <B>\n"
            "  <B>1</A>\n"
            "      ^\n"
            "<B> of line 2 ends with </B>");
}

TEST(XmlErrorTest, EndTagMismatchSkipsWhatIsNoTag) {
  EXPECT_EQ(XmlError("<A x='/>'>\n<!-- <C> --><![CDATA[<D>]]><?pi <E>?><F/><G></G>\n</B>"),
            "a.xml:3:1: end tag '</B>' for <A>\n"
            "</B>\n"
            "^\n"
            "<A> of line 1 ends with </A>");
}

TEST(XmlErrorTest, EndTagWithoutStartTag) {
  EXPECT_EQ(XmlError("<A/>\n</A>"),
            "a.xml:2:1: end tag without a start tag\n"
            "</A>\n"
            "^\n"
            "remove it");
}

TEST(XmlErrorTest, NoEndTag) {
  EXPECT_EQ(XmlError("<A>\n  <B>\n    <C>1</C>\n"),
            "a.xml:2:3: no end tag for <B>\n"
            "  <B>\n"
            "  ^\n"
            "the file ends without </B>");
}

TEST(XmlErrorTest, LessThanSignInText) {
  EXPECT_EQ(XmlError("<A>1 < 2</A>"),
            "a.xml:1:7: '<' does not start a tag\n"
            "<A>1 < 2</A>\n"
            "      ^\n"
            "write &lt; for the character '<'");
}

TEST(XmlErrorTest, MalformedStartTag) {
  EXPECT_EQ(XmlError("<A <B/>"),
            "a.xml:1:4: malformed start tag\n"
            "<A <B/>\n"
            "   ^\n"
            "it is written <Name> or <Name Attribute=\"value\">");
}

TEST(XmlErrorTest, MalformedAttribute) {
  EXPECT_EQ(XmlError("<A b=1/>"),
            "a.xml:1:6: malformed attribute\n"
            "<A b=1/>\n"
            "     ^\n"
            "it is written Name=\"value\"");
}

TEST(XmlErrorTest, MalformedEndTag) {
  EXPECT_EQ(XmlError("<A></A b>"),
            "a.xml:1:8: malformed end tag\n"
            "<A></A b>\n"
            "       ^\n"
            "it is written </Name>");
}

TEST(XmlErrorTest, CommentWithoutEnd) {
  EXPECT_EQ(XmlError("<A><!-- x</A>"),
            "a.xml:1:13: comment without an end\n"
            "<A><!-- x</A>\n"
            "            ^\n"
            "it ends with -->");
}

TEST(XmlErrorTest, CdataWithoutEnd) {
  EXPECT_EQ(Headline(XmlError("<A><![CDATA[x</A>")), "a.xml:1:17: CDATA section without an end");
}

TEST(XmlErrorTest, MalformedProcessingInstruction) {
  EXPECT_EQ(Headline(XmlError("<A><?x</A>")), "a.xml:1:8: malformed processing instruction");
}

TEST(XmlErrorTest, DashesInComment) {
  EXPECT_EQ(XmlError("<!-- a -- b --><A/>"),
            "a.xml:1:8: '--' in a comment\n"
            "<!-- a -- b --><A/>\n"
            "       ^\n"
            "a comment ends with -->, and has no other '--'");
  EXPECT_EQ(Headline(XmlError("<!-- a ---><A/>")), "a.xml:1:9: '--' in a comment");
}

TEST(XmlErrorTest, DocumentTypeDeclaration) {
  EXPECT_EQ(XmlError("<?xml version='1.0'?>\n <!DOCTYPE A [<!ENTITY b \"c\">]>\n<A>&b;</A>"),
            "a.xml:2:2: document type declarations are refused\n"
            " <!DOCTYPE A [<!ENTITY b \"c\">]>\n"
            " ^\n"
            "files are read without a DTD and entities of their own");
  EXPECT_EQ(Headline(XmlError("<A><!DOCTYPE b></A>")),
            "a.xml:1:4: document type declarations are refused");
  EXPECT_EQ(Headline(XmlError("<!DOCTYPE A SYSTEM 'file:///etc/passwd'><A/>")),
            "a.xml:1:1: document type declarations are refused");
  EXPECT_EQ(Headline(XmlError("<!DOCTYPEA><A/>")),
            "a.xml:1:1: document type declarations are refused");
}

TEST(XmlErrorTest, UnknownEntity) {
  EXPECT_EQ(XmlError("<A>\n x &nbsp; y</A>"),
            "a.xml:2:4: unknown entity '&nbsp;'\n"
            " x &nbsp; y</A>\n"
            "   ^\n"
            "known are &lt; &gt; &amp; &quot; &apos; and character references such as &#233;; "
            "write &amp; for the character '&'");
  EXPECT_EQ(Headline(XmlError("<A b='&x;'/>")), "a.xml:1:7: unknown entity '&x;'");
}

TEST(XmlErrorTest, BareAmpersand) {
  EXPECT_EQ(Headline(XmlError("<A>a & b</A>")), "a.xml:1:6: '&' does not start a reference");
  EXPECT_EQ(Headline(XmlError("<A>a&amp</A>")), "a.xml:1:5: unknown entity '&amp'");
}

TEST(XmlErrorTest, ReferencesToForbiddenCharacters) {
  for (const char* reference : {"&#0;", "&#x1F;", "&#xD800;", "&#xFFFE;", "&#x110000;", "&#;",
                                "&#x;", "&#-65;", "&#99999999999999999999;"}) {
    EXPECT_EQ(Headline(XmlError("<A>" + std::string(reference) + "</A>")),
              "a.xml:1:4: unknown entity '" + std::string(reference) + "'");
  }
}

TEST(XmlErrorTest, InvalidUtf8) {
  EXPECT_EQ(XmlError("<A>\n\u00e9\xFF</A>"),
            "a.xml:2:2: invalid UTF-8\n"
            "\u00e9?</A>\n"
            " ^\n"
            "files are UTF-8 text without control characters");
  for (const char* bytes : {"\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                            "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"}) {
    EXPECT_EQ(Headline(XmlError("<A>" + std::string(bytes) + "</A>")), "a.xml:1:4: invalid UTF-8");
  }
}

TEST(XmlErrorTest, ControlCharacters) {
  EXPECT_EQ(XmlError("<A>\x1B[2J</A>"),
            "a.xml:1:4: character that XML cannot hold\n"
            "<A>?[2J</A>\n"
            "   ^\n"
            "files are UTF-8 text without control characters");
  EXPECT_EQ(Headline(XmlError(std::string("<A/>\0<B/>", 9))),
            "a.xml:1:5: character that XML cannot hold");
}

TEST(XmlErrorTest, Utf16) {
  EXPECT_EQ(Headline(XmlError("\xFF\xFE<\0A\0")), "a.xml:1:1: invalid UTF-8");
}

TEST(XmlErrorTest, OtherEncodings) {
  EXPECT_EQ(XmlError("<?xml version='1.0' encoding='latin1'?><A/>"),
            "a.xml:1:31: encoding 'latin1'\n"
            "<?xml version='1.0' encoding='latin1'?><A/>\n"
            "                              ^\n"
            "files are UTF-8");
}

TEST(XmlErrorTest, OtherVersions) {
  EXPECT_EQ(Headline(XmlError("<?xml version='2.0'?><A/>")), "a.xml:1:16: XML of version '2.0'");
}

TEST(XmlErrorTest, MalformedDeclaration) {
  EXPECT_EQ(XmlError("<?xml encoding='UTF-8'?><A/>"),
            "a.xml:1:1: malformed XML declaration\n"
            "<?xml encoding='UTF-8'?><A/>\n"
            "^\n"
            "it is written <?xml version=\"1.0\" encoding=\"UTF-8\"?>");
  EXPECT_EQ(Headline(XmlError("<?XML version='1.0'?><A/>")),
            "a.xml:1:1: malformed XML declaration");
  EXPECT_EQ(Headline(XmlError("<?xml version='1.0' c='1'?><A/>")),
            "a.xml:1:1: malformed XML declaration");
}

TEST(XmlErrorTest, DeclarationInsideTheFile) {
  EXPECT_EQ(XmlError("\n<?xml version='1.0'?><A/>"),
            "a.xml:2:1: XML declaration inside the file\n"
            "<?xml version='1.0'?><A/>\n"
            "^\n"
            "it stands at the very start, or nowhere");
}

TEST(XmlErrorTest, NoElement) {
  EXPECT_EQ(XmlError(""),
            "a.xml:1:1: no element in the file\n"
            "\n"
            "^\n"
            "a file is one element");
  EXPECT_EQ(Headline(XmlError("<!-- x -->\n")), "a.xml:2:1: no element in the file");
}

TEST(XmlErrorTest, TextOutsideTheRootElement) {
  EXPECT_EQ(XmlError("<A/>\njunk"),
            "a.xml:2:1: text outside the root element\n"
            "junk\n"
            "^\n"
            "remove it");
  EXPECT_EQ(Headline(XmlError("<A/>x")), "a.xml:1:5: text outside the root element");
  EXPECT_EQ(Headline(XmlError("x<A/>")), "a.xml:1:1: text outside the root element");
  EXPECT_EQ(Headline(XmlError("<A/><![CDATA[x]]>")), "a.xml:1:14: text outside the root element");
}

TEST(XmlErrorTest, SecondRootElement) {
  EXPECT_EQ(XmlError("<A/>\n<B/>"),
            "a.xml:2:1: second root element <B>\n"
            "<B/>\n"
            "^\n"
            "a file is one <A> element");
}

TEST(XmlErrorTest, TextBesideElements) {
  EXPECT_EQ(XmlError("<A>\n  <B/>\n  x\n</A>"),
            "a.xml:3:3: text beside elements in <A>\n"
            "  x\n"
            "  ^\n"
            "an element holds text or elements, not both");
}

TEST(XmlErrorTest, TextBesideElementsIsLeftOutWhenTheCallerTakesNote) {
  const base::Source source("<A>\n  <B>x</B>\n  $\n  <C>y<D/>\n  </C></A>", "a.xml");
  std::vector<StrayText> stray;
  const Element root = ParseSource(source, &stray);
  EXPECT_EQ(root.text, "");
  EXPECT_EQ(root.children[0].text, "x");
  ASSERT_EQ(stray.size(), 2u);
  EXPECT_EQ(stray[0].element, "C");
  EXPECT_EQ(stray[0].position.line, 4);
  EXPECT_EQ(stray[0].position.column, 6);
  EXPECT_EQ(stray[1].element, "A");
  EXPECT_EQ(stray[1].position.line, 3);
  EXPECT_EQ(stray[1].position.column, 3);
}

TEST(XmlErrorTest, RepeatedAttribute) {
  EXPECT_EQ(XmlError("<A b='1' b='2'/>"),
            "a.xml:1:10: second attribute 'b' of <A>\n"
            "<A b='1' b='2'/>\n"
            "         ^\n"
            "an attribute is given once");
}

TEST(XmlErrorTest, LessThanSignInAttribute) {
  EXPECT_EQ(Headline(XmlError("<A b='a<'/>")), "a.xml:1:8: '<' in an attribute");
}

TEST(XmlErrorTest, CdataEndInText) {
  EXPECT_EQ(Headline(XmlError("<A>a]]>b</A>")), "a.xml:1:5: ']]>' in a text");
}

TEST(XmlErrorTest, NameThatIsNotAscii) {
  EXPECT_EQ(XmlError("<T\u00e9st/>"),
            "a.xml:1:2: 'T\u00e9st' cannot name an element\n"
            "<T\u00e9st/>\n"
            " ^\n"
            "names are made of ASCII letters, digits, '_', ':', '-' and '.'");
  EXPECT_EQ(Headline(XmlError("<A \u00e9='1'/>")), "a.xml:1:4: '\u00e9' cannot name an attribute");
  EXPECT_EQ(Headline(XmlError("<A/><?\u00e9?>")), "a.xml:1:7: '\u00e9' cannot name an instruction");
}

TEST(XmlErrorTest, DeepNesting) {
  const std::size_t depth = 65;
  EXPECT_EQ(XmlError(Repeat("<a>", depth) + Repeat("</a>", depth)).substr(0, 52),
            "a.xml:1:193: elements nested more than 64 deep\n...<a");
}

TEST(XmlErrorTest, VeryDeepNestingDoesNotOverflowTheStack) {
  const std::size_t depth = 1'000'000;
  EXPECT_EQ(Headline(XmlError(Repeat("<a>", depth) + Repeat("</a>", depth))),
            "a.xml:1:193: elements nested more than 64 deep");
  EXPECT_EQ(Headline(XmlError(Repeat("<a>", depth))), "a.xml:1:2999998: no end tag for <a>");
}

TEST(XmlErrorTest, TooManyTags) {
  EXPECT_EQ(XmlError("<A>" + Repeat("<b/>", kMaxTags) + "</A>").substr(0, 37),
            "a.xml:1:1: more than 4000000 tags\n<A>");
}

TEST(XmlErrorTest, TooLargeFile) {
  EXPECT_EQ(Headline(XmlError(std::string(kMaxFileBytes + 1, ' '))),
            "a.xml:1:1: file of more than 67108864 bytes");
}

TEST(XmlErrorTest, TooLargeText) {
  const std::string half(kMaxTextBytes / 2 + 1, 'x');
  EXPECT_EQ(Headline(XmlError("<A>" + half + half + "</A>")),
            "a.xml:1:4: text of more than 65536 bytes");
  EXPECT_EQ(Headline(XmlError("<A>" + half + "<!-- -->" + half + "</A>")),
            "a.xml:1:32781: text of more than 65536 bytes");
}

TEST(XmlErrorTest, TooLargeAttribute) {
  EXPECT_EQ(Headline(XmlError("<A b='" + std::string(kMaxAttributeBytes + 1, 'x') + "'/>")),
            "a.xml:1:4: attribute of more than 4096 bytes");
}

TEST(XmlErrorTest, TooManyAttributes) {
  std::string text = "<A";
  for (std::size_t i = 0; i <= kMaxAttributes; ++i) text += "\n a" + std::to_string(i) + "=''";
  EXPECT_EQ(XmlError(text + "/>"),
            "a.xml:66:2: more than 64 attributes\n a64=''/>\n ^\nno file needs that");
}

TEST(XmlErrorTest, TooLongName) {
  EXPECT_EQ(Headline(XmlError("<" + std::string(kMaxNameBytes + 1, 'n') + "/>")),
            "a.xml:1:2: name of more than 256 bytes");
}

TEST(XmlErrorTest, CaretStandsRightBehindTabs) {
  EXPECT_EQ(XmlError("\t<A>\tx &y; </A>"),
            "a.xml:1:8: unknown entity '&y;'\n"
            "\t<A>\tx &y; </A>\n"
            "\t   \t  ^\n"
            "known are &lt; &gt; &amp; &quot; &apos; and character references such as &#233;; "
            "write &amp; for the character '&'");
}

TEST(XmlErrorTest, ShowsPartOfALongLine) {
  EXPECT_EQ(XmlError("<A>" + std::string(300, 'x') + "&" + std::string(300, 'y') + "</A>"),
            "a.xml:1:304: unknown entity '&" + std::string(39, 'y') + "...'\n..." +
                std::string(60, 'x') + "&" + std::string(59, 'y') + "...\n" + std::string(63, ' ') +
                "^\n"
                "known are &lt; &gt; &amp; &quot; &apos; and character references such as &#233;; "
                "write &amp; for the character '&'");
}

TEST(XmlErrorTest, SaysWhereAndWhatSeparately) {
  try {
    Parse("<A>\n <B/>x</A>", "a.xml");
    FAIL();
  } catch (const base::ParseError& error) {
    EXPECT_EQ(error.file(), "a.xml");
    EXPECT_EQ(error.line(), 2);
    EXPECT_EQ(error.column(), 6);
    EXPECT_EQ(error.message(), "text beside elements in <A>");
  }
}

TEST(XmlErrorTest, UnreadableFile) {
  try {
    ParseFile("/nonexistent/a.xml");
    FAIL();
  } catch (const base::ParseError& error) {
    EXPECT_STREQ(error.what(), "/nonexistent/a.xml: cannot read: No such file or directory");
    EXPECT_EQ(error.line(), 0);
  }
}

TEST(XmlErrorTest, FolderInsteadOfFile) {
  const base::TemporaryFolder folder;
  try {
    ParseFile(folder.path().string());
    FAIL();
  } catch (const base::ParseError& error) {
    EXPECT_EQ(error.what(), folder.path().string() + ": cannot read: Is a directory");
  }
}

TEST(XmlErrorTest, EndlessFile) {
  try {
    ParseFile("/dev/zero");
    FAIL();
  } catch (const base::ParseError& error) {
    EXPECT_STREQ(error.what(), "/dev/zero: cannot read: it has more than 67108864 bytes");
  }
}

}  // namespace
}  // namespace xml
