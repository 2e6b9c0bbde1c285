// XML text to Element and back. The only station between files and values; the parser behind it is
// pugixml, which no header shows, with checks of our own where pugixml is lenient (unknown
// entities, text outside the root element, duplicate attributes, invalid UTF-8).
//
// Invariants:
//  1. Parse(Write(e)) == e for every e with no WriteProblem(e);
//  2. Write is a function of the element: same element, same bytes;
//  3. a text that Parse accepts is well-formed XML 1.0 in UTF-8 without a DTD, inside the limits.
// Thread safety: free functions without state.
// Source: Extensible Markup Language (XML) 1.0, fifth edition.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/parse_error.h"
#include "xml/element.h"

namespace xml {

// What a suite may need at most; beyond it Parse refuses (docs/suite_format.md, "Limits").
inline constexpr std::size_t kMaxFileBytes = 64u << 20;
inline constexpr std::size_t kMaxTags = 4'000'000;  ///< start and end tags, comments and the like
inline constexpr int kMaxDepth = 64;                ///< the root element is at depth 1
inline constexpr std::size_t kMaxNameBytes = 256;
inline constexpr std::size_t kMaxAttributes = 64;  ///< of one element
inline constexpr std::size_t kMaxAttributeBytes = 4096;
inline constexpr std::size_t kMaxTextBytes = 65'536;  ///< of one element

/// The root element of `text`. Comments and processing instructions are dropped, and so is white
/// space between elements; other text is kept as written. `filename` is for messages only.
/// Throws ParseError.
Element Parse(std::string_view text, const std::string& filename);

/// Parse of a file's contents. Throws ParseError, also when the file cannot be read.
Element ParseFile(const std::string& path);

/// The element as a document in the published form: two spaces of indentation, a leaf on one line,
/// `<Name></Name>` for an empty element, a line feed at the end, no XML declaration.
/// Throws std::invalid_argument with the text of WriteProblem.
std::string Write(const Element& element);

/// Write() of `root` with `count` more children, which are made one at a time: for documents that
/// would be too large as elements. They have one name; `root` has no text. Throws as Write().
std::string WriteWith(const Element& root, std::size_t count,
                      const std::function<Element(std::size_t)>& child);

/// Why the element cannot be written so that it can be read again (a name that is no XML name, a
/// character that XML cannot hold, text beside children, a limit); nullopt when it can.
std::optional<std::string> WriteProblem(const Element& element);

}  // namespace xml
