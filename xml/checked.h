// Strict access to an element while a suite is read: every look-up says what it needs, and fails
// with the message for the user when the file has something else.
//
// Invariants:
//  1. every failure is a ParseError at the place that is wrong;
//  2. nothing is read leniently: text where elements belong, elements where text belongs, unknown
//     children and attributes all fail.
// A Checked refers to its Source and Element, which must outlive it. Immutable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "xml/element.h"

namespace xml {

/// A name of the format, with the other spelling that readers take too (empty if there is none).
struct Name {
  std::string_view published;
  std::string_view other;

  constexpr Name(const char* name, const char* other_spelling = "")
      : published(name), other(other_spelling) {}
  bool Is(std::string_view name) const { return name == published || name == other; }
};
using Names = std::vector<Name>;

class Checked {
 public:
  Checked(const base::Source& source, const Element& element)
      : source_(&source), element_(&element) {}

  const Element& element() const { return *element_; }
  /// "<TestOracles>", for messages.
  std::string tag() const;

  /// Fails unless the element holds no text, and no children and attributes but these. `whose`
  /// completes the message: " of a system case".
  void AllowChildren(const Names& names, const std::string& whose = "") const;
  void AllowAttributes(const Names& names) const;

  /// The only child of that name; fails when there is none or a second one.
  Checked One(const Name& name) const;
  /// The only child of that name, if any; fails when there is a second one.
  std::optional<Checked> Optional(const Name& name) const;
  /// The children of that name, in order.
  std::vector<Checked> All(const Name& name) const;
  /// The children of that name, in order; fails when there is none.
  std::vector<Checked> Some(const Name& name) const;
  /// All children, in order.
  std::vector<Checked> Children() const;
  bool Has(const Name& name) const { return !All(name).empty(); }

  /// The text of a leaf without attributes, as written; may be empty.
  const std::string& Text() const;
  /// The text of a leaf without attributes, as written; fails when it is empty.
  const std::string& NonEmptyText() const;
  /// The leaf as a number in [least, most].
  std::int64_t Number(std::int64_t least, std::int64_t most) const;
  /// The leaf as true or false.
  bool Boolean() const;

  /// The attribute of that name, or null; fails when it is given in both spellings.
  const Attribute* OptionalAttribute(const Name& name) const;
  /// The value of the attribute; fails when it is missing or empty.
  const std::string& AttributeText(const Name& name) const;
  /// The attribute as a number in [least, most]; fails when it is missing.
  std::int64_t AttributeNumber(const Name& name, std::int64_t least, std::int64_t most) const;
  /// The attribute as a number in [0, 2^64), if it is there.
  std::optional<std::uint64_t> OptionalUnsigned(const Name& name) const;

  /// Fails at the element's start tag, at its text, or at an attribute.
  [[noreturn]] void Fail(const std::string& message, const std::string& advice) const;
  [[noreturn]] void FailAtText(const std::string& message, const std::string& advice) const;
  [[noreturn]] void FailAt(base::Position position, const std::string& message,
                           const std::string& advice) const;

 private:
  void AllowOnlyText() const;

  const base::Source* source_;
  const Element* element_;
};

}  // namespace xml
