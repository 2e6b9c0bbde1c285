// The text that is being read, for messages: turns offsets into lines and columns, and makes the
// ParseError with the source line and its caret. For suite/ and the readers of other formats
// (pnml/, mcc/).
//
// A Source refers to the text, which must outlive it. Immutable; use it from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/parse_error.h"

namespace base {

class Source {
 public:
  /// A byte order mark at the start of the text is left out.
  Source(std::string_view text, const std::string& filename);

  /// Without byte order mark.
  std::string_view text() const { return text_; }
  const std::string& filename() const { return filename_; }

  /// Line and column of the byte at `offset` (at most text().size()). Linear in the offset: a walk
  /// over the whole text uses a PositionCursor.
  Position At(std::size_t offset) const;

  /// The error at that position: `message` says what is wrong, `advice` what would be right (both
  /// one line, without a full stop; `advice` may be empty).
  ParseError Error(Position position, const std::string& message, const std::string& advice) const;

 private:
  std::string_view text_;
  std::string filename_;
};

/// Positions of ascending offsets in one pass over the text, also when it is all one line.
class PositionCursor {
 public:
  explicit PositionCursor(std::string_view text) : text_(text) {}

  /// The position of `offset`, which is not less than the one asked for before.
  Position MoveTo(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  Position position_{1, 1};
};

}  // namespace base
