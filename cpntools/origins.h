// Where in the document the pieces of a translation's text come from. While the text is put
// together a mark stands before each piece; the marks are taken out at the end, when the lines and
// columns are known.
//
// Thread safety: one thread at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpntools/document/document.h"
#include "cpntools/translation.h"

namespace cpntools {

class OriginMarks {
 public:
  /// A mark before a piece that comes from `text`; from `line` when the text is empty.
  std::string Mark(const Text& text, int line = 0);
  /// A mark before an arc's piece: `transition` and `place` as the model calls them.
  std::string MarkArc(const Text& text, int line, std::string transition, std::string place);
  /// A mark before what comes from nothing in the document.
  std::string MarkNone() { return Add({}); }

  /// The text without marks, of which `lines` are known to stand before it; remembers where they
  /// stood.
  std::string TakeOut(std::string_view marked, int lines);
  /// Of all marks that were taken out, in the order of the text.
  const std::vector<Origin>& origins() const { return found_; }

 private:
  std::string Add(Origin origin);

  std::vector<Origin> marked_;
  std::vector<Origin> found_;
};

/// The number of bytes that are left when the marks are taken out.
std::size_t SizeWithoutMarks(std::string_view text);

}  // namespace cpntools
