// An XML element as a value. Knows nothing of files or of how XML is written (that is xml.h).
//
// Invariants of an Element that Parse returned or Write accepts (WriteProblem in xml.h names the
// first one that is broken):
//  1. it has a text or children, never both (no mixed content);
//  2. the names of its attributes are distinct; their order is kept;
//  3. names are XML names in ASCII, texts are UTF-8.
// Plain values; distinct objects may be used from different threads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"

namespace xml {

struct Attribute {
  std::string name;
  std::string value;
  base::Position position;  ///< of its name

  /// By content; the position does not count.
  bool operator==(const Attribute& other) const {
    return name == other.name && value == other.value;
  }
};

struct Element {
  std::string name;
  std::vector<Attribute> attributes;  ///< in document order
  std::string text;                   ///< of a leaf; white space is kept as written
  std::vector<Element> children;      ///< in document order
  std::string comment;                ///< Write puts it before the start tag; Parse drops comments
  base::Position position;            ///< of its start tag
  base::Position text_position;       ///< of its text; the same as position when it has none

  Element() = default;
  explicit Element(std::string element_name, std::string element_text = "");

  /// Appends a child and returns it; the reference holds until the next Add to this element.
  Element& Add(Element child);
  /// Appends a new child and returns it: a leaf, `vote.Add("WorkerID", "1")`, or an inner element,
  /// `Add("Vote")`. The reference holds until the next Add to this element.
  Element& Add(std::string child_name, std::string child_text = "");

  /// Appends an attribute, or replaces the value of the one of that name. Returns *this.
  Element& SetAttribute(std::string_view attribute_name, std::string value);

  /// The attribute of that name, or null.
  const Attribute* FindAttribute(std::string_view attribute_name) const;
  /// The first child of that name, or null.
  const Element* FindChild(std::string_view child_name) const;
  /// All children of that name, in order.
  std::vector<const Element*> FindChildren(std::string_view child_name) const;

  /// By content: name, attributes in order, text and children; positions and comments do not count.
  bool operator==(const Element& other) const;
};

}  // namespace xml
