// Parse. pugixml builds the tree with every conversion switched off, so that its strings are the
// source's bytes and their offsets are known; this file decodes them, and refuses what pugixml lets
// pass. Nothing recurses over the document before its depth has been checked.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <pugixml.hpp>
#include <utility>

#include "base/characters.h"
#include "base/read_file.h"
#include "base/source.h"
#include "xml/characters.h"
#include "xml/open_tags.h"
#include "xml/parse_source.h"
#include "xml/unescape.h"
#include "xml/xml.h"

namespace xml {
namespace {

constexpr unsigned kPugiFlags = pugi::parse_cdata | pugi::parse_comments | pugi::parse_pi |
                                pugi::parse_declaration | pugi::parse_doctype |
                                pugi::parse_fragment;

constexpr const char* kDtdMessage = "document type declarations are refused";
constexpr const char* kDtdAdvice = "files are read without a DTD and entities of their own";

struct Advised {
  std::string message;
  std::string advice;
};

/// What pugixml's other errors mean to somebody who wrote the file.
Advised Explain(pugi::xml_parse_status status) {
  switch (status) {
    case pugi::status_unrecognized_tag:
      return {"'<' does not start a tag", "write &lt; for the character '<'"};
    case pugi::status_bad_pi:
      return {"malformed processing instruction", "it ends with ?>"};
    case pugi::status_bad_comment:
      return {"comment without an end", "it ends with -->"};
    case pugi::status_bad_cdata:
      return {"CDATA section without an end", "it ends with ]]>"};
    case pugi::status_bad_doctype:
      return {kDtdMessage, kDtdAdvice};
    case pugi::status_bad_start_element:
      return {"malformed start tag", "it is written <Name> or <Name Attribute=\"value\">"};
    case pugi::status_bad_attribute:
      return {"malformed attribute", "it is written Name=\"value\""};
    case pugi::status_bad_end_element:
      return {"malformed end tag", "it is written </Name>"};
    case pugi::status_out_of_memory:
      return {"not enough memory for this document", ""};
    default:
      return {"malformed XML", ""};
  }
}

/// Reads pugixml's tree into Elements, in document order.
class TreeReader {
 public:
  /// `stray` may be null: text beside elements is an error then.
  TreeReader(const base::Source& source, const char* buffer, std::vector<StrayText>* stray)
      : source_(source), buffer_(buffer), stray_(stray), cursor_(source.text()) {}

  Element ReadDocument(const pugi::xml_document& document) {
    std::optional<Element> root;
    for (const pugi::xml_node node : document.children()) {
      switch (node.type()) {
        case pugi::node_element:
          if (root) {
            Fail(Offset(node) - 1, "second root element " + Tag(node.name()),
                 "a file is one " + Tag(root->name) + " element");
          }
          root = ReadElement(node, 1);
          break;
        case pugi::node_pcdata:
        case pugi::node_cdata:
          Fail(BehindSpace(Offset(node)), "text outside the root element", "remove it");
        default:
          ReadMisc(node);
      }
    }
    if (!root) Fail(source_.text().size(), "no element in the file", "a file is one element");
    return *std::move(root);
  }

 private:
  [[noreturn]] void Fail(std::size_t offset, const std::string& message,
                         const std::string& advice) const {
    throw source_.Error(source_.At(offset), message, advice);
  }

  /// Where the node's name (or its text, when it has no name) starts in the source.
  static std::size_t Offset(const pugi::xml_node& node) {
    return static_cast<std::size_t>(node.offset_debug());
  }
  std::size_t Offset(const pugi::char_t* string) const {
    return static_cast<std::size_t>(string - buffer_);
  }

  Element ReadElement(const pugi::xml_node& node, int depth) {
    const std::size_t offset = Offset(node) - 1;
    if (depth > kMaxDepth) {
      Fail(offset, "elements nested more than " + std::to_string(kMaxDepth) + " deep",
           "no file needs that");
    }
    CheckName(node.name(), offset + 1, "element");
    Element element(node.name());
    element.position = cursor_.MoveTo(offset);
    element.text_position = element.position;
    ReadAttributes(node, element);
    bool has_text = false;
    for (const pugi::xml_node child : node.children()) {
      if (child.type() == pugi::node_element) {
        element.children.push_back(ReadElement(child, depth + 1));
      } else if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
        ReadText(child, element, has_text);
        has_text = true;
      } else {
        ReadMisc(child);
      }
    }
    if (has_text && !element.children.empty()) LeaveOutText(element);
    return element;
  }

  /// Of an element that has both text and children.
  void LeaveOutText(Element& element) const {
    if (stray_ == nullptr) {
      throw source_.Error(element.text_position, "text beside elements in " + Tag(element.name),
                          "an element holds text or elements, not both");
    }
    stray_->push_back({element.name, element.text_position});
    element.text.clear();
    element.text_position = element.position;
  }

  void ReadAttributes(const pugi::xml_node& node, Element& element) {
    for (const pugi::xml_attribute attribute : node.attributes()) {
      const std::size_t offset = Offset(attribute.name());
      const std::string_view raw = attribute.value();
      CheckName(attribute.name(), offset, "attribute");
      if (element.FindAttribute(attribute.name())) {
        Fail(offset,
             "second attribute '" + std::string(attribute.name()) + "' of " + Tag(element.name),
             "an attribute is given once");
      }
      if (element.attributes.size() == kMaxAttributes) {
        Fail(offset, "more than " + std::to_string(kMaxAttributes) + " attributes",
             "no file needs that");
      }
      const std::size_t value_offset = Offset(attribute.value());
      if (const std::size_t less = raw.find('<'); less != std::string_view::npos) {
        Fail(value_offset + less, "'<' in an attribute", "write &lt;");
      }
      const base::Position position = cursor_.MoveTo(offset);
      std::string value = Decode(raw, value_offset, TextKind::kAttribute);
      if (value.size() > kMaxAttributeBytes) {
        Fail(offset, "attribute of more than " + std::to_string(kMaxAttributeBytes) + " bytes",
             "no file needs that");
      }
      element.attributes.push_back({attribute.name(), std::move(value), position});
    }
  }

  void ReadText(const pugi::xml_node& node, Element& element, bool is_continued) {
    const std::size_t offset = Offset(node);
    const std::string_view raw = node.value();
    // A message about a text points to its first character that is not white space; a CDATA
    // section may have none.
    if (!is_continued) {
      const bool is_blank = base::Trim(raw).empty();
      element.text_position = cursor_.MoveTo(is_blank ? offset : BehindSpace(offset));
    }
    const bool is_cdata = node.type() == pugi::node_cdata;
    element.text += Decode(raw, offset, is_cdata ? TextKind::kCdata : TextKind::kText);
    if (element.text.size() > kMaxTextBytes) {
      Fail(offset, "text of more than " + std::to_string(kMaxTextBytes) + " bytes",
           "no file needs that");
    }
  }

  /// The offset of the first character at or behind `offset` that is not white space.
  std::size_t BehindSpace(std::size_t offset) const {
    const std::size_t found = source_.text().find_first_not_of(" \t\r\n", offset);
    return std::min(found, source_.text().size());
  }

  std::string Decode(std::string_view raw, std::size_t offset, TextKind kind) const {
    std::string decoded;
    if (const auto problem = Unescape(raw, kind, decoded)) {
      Fail(offset + problem->offset, problem->message, problem->advice);
    }
    return decoded;
  }

  void CheckName(std::string_view name, std::size_t offset, const std::string& what) const {
    if (name.size() > kMaxNameBytes) {
      Fail(offset, "name of more than " + std::to_string(kMaxNameBytes) + " bytes",
           "no file needs that");
    }
    if (!IsXmlName(name)) {
      Fail(offset, base::Quoted(name) + " cannot name an " + what,
           "names are made of ASCII letters, digits, '_', ':', '-' and '.'");
    }
  }

  /// Comments, declaration, processing instructions: dropped once they are known to be harmless.
  void ReadMisc(const pugi::xml_node& node) const {
    switch (node.type()) {
      case pugi::node_doctype:
        Fail(source_.text().rfind("<!DOCTYPE", Offset(node)), kDtdMessage, kDtdAdvice);
      case pugi::node_declaration:
        return CheckDeclaration(node);
      case pugi::node_pi:
        return CheckName(node.name(), Offset(node), "instruction");
      default:
        return CheckComment(node);
    }
  }

  void CheckComment(const pugi::xml_node& node) const {
    const std::string_view comment = node.value();
    const std::size_t dashes = std::min(comment.find("--"), comment.size());
    if (dashes < comment.size() || comment.ends_with('-')) {
      Fail(Offset(node) + dashes, "'--' in a comment",
           "a comment ends with -->, and has no other '--'");
    }
  }

  void CheckDeclaration(const pugi::xml_node& node) const {
    const std::size_t offset = Offset(node) - std::strlen("<?");
    if (offset != 0) {
      Fail(offset, "XML declaration inside the file", "it stands at the very start, or nowhere");
    }
    std::string names(node.name());
    for (const pugi::xml_attribute attribute : node.attributes()) {
      names += std::string(" ") + attribute.name();
    }
    if (names != "xml version" && names != "xml version encoding" &&
        names != "xml version standalone" && names != "xml version encoding standalone") {
      Fail(offset, "malformed XML declaration",
           "it is written <?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    }
    const pugi::xml_attribute version = node.attribute("version");
    if (std::string_view(version.value()) != "1.0") {
      Fail(Offset(version.value()), "XML of version " + base::Quoted(version.value()),
           "files are XML 1.0");
    }
    CheckEncoding(node.attribute("encoding"));
  }

  void CheckEncoding(const pugi::xml_attribute& encoding) const {
    if (!encoding) return;
    std::string name = encoding.value();
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (name == "UTF-8" || name == "US-ASCII") return;
    Fail(Offset(encoding.value()), "encoding " + base::Quoted(encoding.value()), "files are UTF-8");
  }

  const base::Source& source_;
  const char* buffer_;
  std::vector<StrayText>* stray_;
  base::PositionCursor cursor_;
};

[[noreturn]] void FailNoEndTag(const base::Source& source) {
  const auto open = InnermostOpenTag(source.text(), source.text().size());
  if (!open) throw source.Error(source.At(source.text().size()), "malformed XML", "");
  throw source.Error(source.At(open->offset), "no end tag for " + Tag(open->name),
                     "the file ends without " + Tag("/" + open->name));
}

/// For an end tag whose name, at `offset`, is not that of the start tag; or for the end of the file
/// where an element is open.
[[noreturn]] void FailMismatch(const base::Source& source, std::size_t offset) {
  const std::string_view text = source.text();
  if (offset < 2 || text.substr(offset - 2, 2) != "</") FailNoEndTag(source);
  const std::size_t tag = offset - 2;
  const std::size_t name_end = std::min(text.find_first_of(" \t\r\n>", tag), text.size());
  const std::string end_tag = std::string(text.substr(tag, name_end - tag)) + ">";
  const auto open = InnermostOpenTag(text, tag);
  if (!open) throw source.Error(source.At(tag), "end tag without a start tag", "remove it");
  throw source.Error(source.At(tag), "end tag " + base::Quoted(end_tag) + " for " + Tag(open->name),
                     Tag(open->name) + " of line " + std::to_string(source.At(open->offset).line) +
                         " ends with " + Tag("/" + open->name));
}

[[noreturn]] void FailMalformed(const base::Source& source, const pugi::xml_parse_result& result) {
  const std::size_t offset = std::min(
      static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)), source.text().size());
  if (result.status == pugi::status_end_element_mismatch) FailMismatch(source, offset);
  const Advised what = Explain(result.status);
  throw source.Error(source.At(offset), what.message, what.advice);
}

/// What must hold before pugixml sees the text: it stops at a NUL byte, takes any bytes for
/// characters, and allocates a node per tag.
void CheckText(const base::Source& source) {
  const std::string_view text = source.text();
  if (text.size() > kMaxFileBytes) {
    throw source.Error({1, 1}, "file of more than " + std::to_string(kMaxFileBytes) + " bytes",
                       "split the file");
  }
  if (const auto bad = FindBadCharacter(text)) {
    const bool is_utf8 = base::DecodeAt(text, *bad).code_point.has_value();
    throw source.Error(source.At(*bad),
                       is_utf8 ? "character that XML cannot hold" : "invalid UTF-8",
                       "files are UTF-8 text without control characters");
  }
  const auto tags = static_cast<std::size_t>(std::count(text.begin(), text.end(), '<'));
  if (tags > kMaxTags) {
    throw source.Error({1, 1}, "more than " + std::to_string(kMaxTags) + " tags", "split the file");
  }
}

base::ParseError Unreadable(const std::string& path, const std::string& reason) {
  const std::string message = "cannot read: " + reason;
  return base::ParseError(path + ": " + message, path, {}, message);
}

}  // namespace

Element ParseSource(const base::Source& source, std::vector<StrayText>* stray) {
  CheckText(source);
  // A NUL at the end, since pugixml takes the last byte of the buffer for its own sentinel.
  std::string buffer(source.text());
  buffer.push_back('\0');
  pugi::xml_document document;
  const pugi::xml_parse_result result =
      document.load_buffer_inplace(buffer.data(), buffer.size(), kPugiFlags, pugi::encoding_utf8);
  if (!result) FailMalformed(source, result);
  return TreeReader(source, buffer.data(), stray).ReadDocument(document);
}

std::string ReadFile(const std::string& path) {
  base::FileContents contents = base::ReadFile(path, kMaxFileBytes);
  if (!contents.problem.empty()) throw Unreadable(path, contents.problem);
  return std::move(contents.bytes);
}

Element Parse(std::string_view text, const std::string& filename) {
  return ParseSource(base::Source(text, filename));
}

Element ParseFile(const std::string& path) { return Parse(ReadFile(path), path); }

}  // namespace xml
