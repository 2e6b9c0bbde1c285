#include "pnml/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/characters.h"
#include "xml/parse_source.h"

namespace pnml {
namespace {

using xml::Element;

std::optional<std::int64_t> ParseNumber(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || text.empty()) return std::nullopt;
  return number;
}

}  // namespace

Tree::Tree(std::string_view text, const std::string& filename)
    : source_(text, filename), root_(Parse()) {}

Element Tree::Parse() {
  std::vector<xml::StrayText> stray;
  Element root = xml::ParseSource(source_, &stray);
  if (stray.empty()) return root;
  const auto before = [](const xml::StrayText& a, const xml::StrayText& b) {
    return std::pair(a.position.line, a.position.column) <
           std::pair(b.position.line, b.position.column);
  };
  const xml::StrayText& first = *std::min_element(stray.begin(), stray.end(), before);
  const std::string others =
      stray.size() == 1 ? "" : fmt::format(" (and in {} more)", stray.size() - 1);
  warnings_.emplace_back(
      source_
          .Error(first.position,
                 fmt::format("text beside elements in <{}> is left out{}", first.element, others),
                 "")
          .what());
  return root;
}

void Tree::Fail(const Element& element, const std::string& message,
                const std::string& advice) const {
  Fail(element.position, message, advice);
}

void Tree::Fail(base::Position position, const std::string& message,
                const std::string& advice) const {
  throw source_.Error(position, message, advice);
}

const std::string& Tree::Attribute(const Element& element, std::string_view name) const {
  const xml::Attribute* const attribute = element.FindAttribute(name);
  if (attribute == nullptr || attribute->value.empty()) {
    Fail(element, fmt::format("<{}> without {}", element.name, name),
         fmt::format("write <{} {}=\"...\">", element.name, name));
  }
  return attribute->value;
}

std::int64_t Tree::Number(const Element& element, std::string_view attribute, std::int64_t least,
                          std::int64_t most) const {
  const std::string& text = Attribute(element, attribute);
  const auto number = ParseNumber(text);
  if (!number || *number < least || *number > most) {
    Fail(element.FindAttribute(attribute)->position, fmt::format("{}=\"{}\"", attribute, text),
         fmt::format("it is a number from {} to {}", least, most));
  }
  return *number;
}

const Element* Tree::OptionalChild(const Element& element, std::string_view name) const {
  const auto children = element.FindChildren(name);
  if (children.size() > 1) {
    Fail(*children[1], fmt::format("a second <{}> in <{}>", name, element.name),
         "there is one at most");
  }
  return children.empty() ? nullptr : children.front();
}

const Element& Tree::Child(const Element& element, std::string_view name) const {
  const Element* const child = OptionalChild(element, name);
  if (child == nullptr) {
    Fail(element, fmt::format("<{}> without <{}>", element.name, name), "");
  }
  return *child;
}

const Element& Tree::OnlyChild(const Element& element) const {
  if (element.children.size() != 1) {
    Fail(element, fmt::format("{} elements in <{}>", element.children.size(), element.name),
         "it holds exactly one");
  }
  return element.children.front();
}

std::string Tree::Label(const Element& element) const {
  return std::string(base::Trim(Child(element, "text").text));
}

std::int64_t Tree::Integer(const Element& element, std::int64_t least, std::int64_t most) const {
  const std::string_view text = base::Trim(element.text);
  const auto number = ParseNumber(text);
  if (!number || *number < least || *number > most) {
    Fail(element.text_position, fmt::format("'{}' in <{}>", text, element.name),
         fmt::format("it is a number from {} to {}", least, most));
  }
  return *number;
}

std::int64_t Tree::Tokens(const Element& element) const {
  return Integer(Child(element, "text"), 0, kMostTokens);
}

}  // namespace pnml
