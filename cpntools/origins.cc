#include "cpntools/origins.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace cpntools {
namespace {

// XML has no such characters; texts that come from elsewhere may.
constexpr char kBegin = '\x01';
constexpr char kEnd = '\x02';

bool IsFirstByte(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

std::string OriginMarks::Add(Origin origin) {
  marked_.push_back(std::move(origin));
  return fmt::format("{}{}{}", kBegin, marked_.size() - 1, kEnd);
}

std::string OriginMarks::Mark(const Text& text, int line) { return MarkArc(text, line, "", ""); }

std::string OriginMarks::MarkArc(const Text& text, int line, std::string transition,
                                 std::string place) {
  Origin origin;
  const bool known = !text.text.empty() && text.line > 0;
  origin.line = known ? text.line : line;
  origin.column = known ? text.column : 0;
  origin.transition = std::move(transition);
  origin.place = std::move(place);
  return Add(std::move(origin));
}

std::string OriginMarks::TakeOut(std::string_view marked, int lines) {
  std::string text;
  int line = lines + 1;
  int column = 1;
  for (std::size_t at = 0; at < marked.size(); ++at) {
    if (marked[at] == kBegin) {
      // A text may have the character itself: then no mark of ours follows, and it is kept.
      const char* const last = marked.data() + marked.size();
      std::size_t mark = 0;
      const char* const end = std::from_chars(marked.data() + at + 1, last, mark).ptr;
      if (end != last && *end == kEnd && mark < marked_.size()) {
        found_.push_back(marked_[mark]);
        found_.back().lua_line = line;
        found_.back().lua_column = column;
        at = static_cast<std::size_t>(end - marked.data());
        continue;
      }
    }
    text += marked[at];
    if (marked[at] == '\n') {
      ++line;
      column = 1;
    } else if (IsFirstByte(marked[at])) {
      ++column;
    }
  }
  return text;
}

std::size_t SizeWithoutMarks(std::string_view text) {
  std::size_t size = 0;
  bool inside = false;
  for (const char c : text) {
    inside = inside || c == kBegin;
    if (!inside) ++size;
    inside = inside && c != kEnd;
  }
  return size;
}

}  // namespace cpntools
