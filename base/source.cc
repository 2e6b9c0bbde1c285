#include "base/source.h"

#include <algorithm>
#include <cassert>

#include "base/characters.h"

namespace base {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr int kExcerptColumns = 120;
constexpr int kColumnsBeforeCaret = 60;  // when the line is longer than the excerpt

std::string_view Line(std::string_view text, int line) {
  for (; line > 1; --line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

/// Shows the character as it is, or a question mark where a terminal would act on it.
void AppendVisible(std::string_view bytes, const Character& character, std::string& to) {
  const char32_t c = character.code_point.value_or(0);
  const bool shown = c == '\t' || (c >= 0x20 && !(c >= 0x7F && c < 0xA0));
  to += shown ? bytes : std::string_view("?");
}

/// The source line and, below it, the caret: "<source>\n<caret>". Tabs are kept in both, so that
/// the caret stands right whatever their width.
std::string Excerpt(std::string_view line, int column) {
  const int first = column > kExcerptColumns ? column - kColumnsBeforeCaret : 1;
  std::string shown = first > 1 ? "..." : "";
  std::string before_caret(shown.size(), ' ');
  int current = 1;
  for (std::size_t i = 0; i < line.size(); ++current) {
    const Character character = DecodeAt(line, i);
    if (current >= first + kExcerptColumns) {
      shown += "...";
      break;
    }
    if (current >= first) {
      AppendVisible(line.substr(i, character.bytes), character, shown);
      if (current < column) before_caret += line[i] == '\t' ? '\t' : ' ';
    }
    i += character.bytes;
  }
  return shown + "\n" + before_caret + "^";
}

}  // namespace

Position PositionCursor::MoveTo(std::size_t offset) {
  assert(offset_ <= offset && offset <= text_.size());
  while (offset_ < offset) {
    if (text_[offset_] == '\n') {
      position_ = {position_.line + 1, 1};
      ++offset_;
    } else {
      offset_ += DecodeAt(text_, offset_).bytes;
      ++position_.column;
    }
  }
  return position_;
}

Source::Source(std::string_view text, const std::string& filename)
    : text_(text), filename_(filename) {
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
}

Position Source::At(std::size_t offset) const { return PositionCursor(text_).MoveTo(offset); }

ParseError Source::Error(Position position, const std::string& message,
                         const std::string& advice) const {
  std::string text = filename_ + ":" + std::to_string(position.line) + ":" +
                     std::to_string(position.column) + ": " + message + "\n" +
                     Excerpt(Line(text_, position.line), position.column);
  if (!advice.empty()) text += "\n" + advice;
  return ParseError(text, filename_, position, message);
}

}  // namespace base
