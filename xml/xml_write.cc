// Write and WriteProblem.
#include <algorithm>
#include <stdexcept>

#include "base/characters.h"
#include "base/markup.h"
#include "xml/characters.h"
#include "xml/path.h"
#include "xml/xml.h"

namespace xml {
namespace {

constexpr const char* kIndentation = "  ";

void AppendText(std::string_view text, std::string& to) {
  // White space alone would be read as indentation: its first character becomes a reference.
  if (!text.empty() && base::Trim(text).empty()) {
    to += "&#" + std::to_string(static_cast<int>(text[0])) + ";";
    text.remove_prefix(1);
  }
  base::AppendMarkup(text, base::MarkupPlace::kText, to);
}

// One append after the other: sums of strings would cost more than all else here.
void AppendStartTag(const Element& element, std::string& to) {
  to += '<';
  to += element.name;
  for (const Attribute& attribute : element.attributes) {
    to += ' ';
    to += attribute.name;
    to += "=\"";
    base::AppendMarkup(attribute.value, base::MarkupPlace::kAttribute, to);
    to += '"';
  }
  to += '>';
}

void Indent(std::size_t depth, std::string& to) {
  for (; depth > 0; --depth) to += kIndentation;
}

void AppendEndTag(const Element& element, std::string& to) {
  to += "</";
  to += element.name;
  to += ">\n";
}

void AppendElement(const Element& element, std::size_t depth, std::string& to) {
  Indent(depth, to);
  if (!element.comment.empty()) {
    to += "<!-- " + element.comment + " -->\n";
    Indent(depth, to);
  }
  AppendStartTag(element, to);
  if (element.children.empty()) {
    AppendText(element.text, to);
  } else {
    to += '\n';
    for (const Element& child : element.children) AppendElement(child, depth + 1, to);
    Indent(depth, to);
  }
  AppendEndTag(element, to);
}

std::string NameProblem(const std::string& name) {
  if (!IsXmlName(name)) return base::Quoted(name) + " is not an XML name";
  return name.size() > kMaxNameBytes ? "its name is too long" : "";
}

/// `what` and `name` together say whose text it is.
std::string TextProblem(const char* what, const std::string& name, const std::string& text,
                        std::size_t limit) {
  const std::optional<std::size_t> bad = FindBadCharacter(text);
  if (!bad && text.size() <= limit) return "";
  const std::string whose = what + name;
  if (!bad) return whose + " has more than " + std::to_string(limit) + " bytes";
  return whose + " " + base::Quoted(text) + " has a character that XML cannot hold, at byte " +
         std::to_string(*bad + 1);
}

std::string AttributeProblem(const Element& element) {
  if (element.attributes.size() > kMaxAttributes) {
    return "it has more than " + std::to_string(kMaxAttributes) + " attributes";
  }
  for (const Attribute& attribute : element.attributes) {
    if (std::string problem = NameProblem(attribute.name); !problem.empty()) return problem;
    if (element.FindAttribute(attribute.name) != &attribute) {
      return "it has two attributes " + base::Quoted(attribute.name);
    }
    std::string problem =
        TextProblem("attribute ", attribute.name, attribute.value, kMaxAttributeBytes);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string CommentProblem(const std::string& comment) {
  if (comment.find("--") != std::string::npos) return "its comment has '--' in it";
  return TextProblem("its comment", "", comment, kMaxTextBytes);
}

/// The first thing wrong with the element, its children aside; empty when nothing is.
std::string OwnProblem(const Element& element) {
  if (std::string problem = NameProblem(element.name); !problem.empty()) return problem;
  if (std::string problem = AttributeProblem(element); !problem.empty()) return problem;
  if (std::string problem = CommentProblem(element.comment); !problem.empty()) return problem;
  if (!element.text.empty() && !element.children.empty()) return "it has both text and elements";
  return TextProblem("its text", "", element.text, kMaxTextBytes);
}

std::optional<std::string> ProblemAt(const std::string& path, const Element& element, int depth) {
  if (depth > kMaxDepth) {
    return path + ": elements nested more than " + std::to_string(kMaxDepth) + " deep";
  }
  if (std::string problem = OwnProblem(element); !problem.empty()) return path + ": " + problem;
  for (std::size_t i = 0; i < element.children.size(); ++i) {
    // The path is made for the message only: a suite has many elements and mostly no problem.
    if (const auto problem = ProblemAt("", element.children[i], depth + 1)) {
      return path + "/" + StepTo(element, i) + *problem;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> WriteProblem(const Element& element) {
  return ProblemAt(element.name, element, 1);
}

std::string Write(const Element& element) {
  if (const auto problem = WriteProblem(element)) throw std::invalid_argument(*problem);
  std::string document;
  AppendElement(element, 0, document);
  return document;
}

std::string WriteWith(const Element& root, std::size_t count,
                      const std::function<Element(std::size_t)>& child) {
  if (count == 0) return Write(root);
  if (const auto problem = WriteProblem(root)) throw std::invalid_argument(*problem);
  std::string document;
  AppendStartTag(root, document);
  document += '\n';
  for (const Element& first : root.children) AppendElement(first, 1, document);
  for (std::size_t i = 0; i < count; ++i) {
    const Element element = child(i);
    if (const auto problem = ProblemAt("", element, 2)) {
      const std::string ordinal = count == 1 ? "" : "[" + std::to_string(i + 1) + "]";
      throw std::invalid_argument(root.name + "/" + element.name + ordinal + *problem);
    }
    const std::size_t before = document.size();
    AppendElement(element, 1, document);
    // The others are mostly about as long: one allocation instead of many that double.
    if (i == 0) document.reserve(before + (document.size() - before) * count * 9 / 8);
  }
  AppendEndTag(root, document);
  return document;
}

}  // namespace xml
