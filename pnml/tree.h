// An XML tree as PNML uses it: look-ups that fail with the message for the user. For pnml/ and
// mcc/.
//
// Invariant: every failure is a base::ParseError at the element that is wrong.
// Refers to the text, which must outlive it. Immutable; use it from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "xml/element.h"

namespace pnml {

class Tree {
 public:
  /// Text beside elements is left out, with a warning. Throws base::ParseError when the text is no
  /// XML.
  Tree(std::string_view text, const std::string& filename);

  const xml::Element& root() const { return root_; }
  /// What is wrong with the file and does not matter, each as an error would say it: text beside
  /// elements, at its first place.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// `advice` says what would be right; it may be empty.
  [[noreturn]] void Fail(const xml::Element& element, const std::string& message,
                         const std::string& advice) const;
  [[noreturn]] void Fail(base::Position position, const std::string& message,
                         const std::string& advice) const;

  /// The attribute's value; fails when it is not there, or empty.
  const std::string& Attribute(const xml::Element& element, std::string_view name) const;
  /// The attribute as a number in [least, most].
  std::int64_t Number(const xml::Element& element, std::string_view attribute, std::int64_t least,
                      std::int64_t most) const;
  /// The only child of that name; fails when there is none, or a second one.
  const xml::Element& Child(const xml::Element& element, std::string_view name) const;
  /// The only child of that name, or null when there is none; fails when there is a second one.
  const xml::Element* OptionalChild(const xml::Element& element, std::string_view name) const;
  /// The only child; fails when there is another number of them.
  const xml::Element& OnlyChild(const xml::Element& element) const;
  /// The text of its <text>, without white space around it.
  std::string Label(const xml::Element& element) const;
  /// The element's own text as a number in [least, most].
  std::int64_t Integer(const xml::Element& element, std::int64_t least, std::int64_t most) const;
  /// The text of its <text> as a number of tokens.
  std::int64_t Tokens(const xml::Element& element) const;

 private:
  xml::Element Parse();

  const base::Source source_;
  std::vector<std::string> warnings_;
  const xml::Element root_;
};

/// The most tokens that a number of a net may stand for.
inline constexpr std::int64_t kMostTokens = 4'294'967'295;

}  // namespace pnml
