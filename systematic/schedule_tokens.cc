#include "systematic/schedule_tokens.h"

#include <algorithm>
#include <charconv>

namespace systematic {
namespace {

/// The number that is written there in that base; false if anything else is.
bool Parse(std::string_view word, int base, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, base);
  return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

ScheduleTokens::ScheduleTokens(std::string_view text, const std::string& filename)
    : source_(text, filename), text_(source_.text()) {}

bool ScheduleTokens::NextLine() {
  while (next_ < text_.size()) {
    position_ = next_;
    end_ = std::min(text_.find('\n', position_), text_.size());
    next_ = std::min(end_ + 1, text_.size());
    if (end_ > position_ && text_[end_ - 1] == '\r') --end_;
    SkipSpace();
    if (position_ < end_) return true;
  }
  position_ = end_ = text_.size();
  return false;
}

void ScheduleTokens::SkipSpace() {
  while (position_ < end_ && (text_[position_] == ' ' || text_[position_] == '\t')) ++position_;
}

std::string_view ScheduleTokens::Peek() {
  SkipSpace();
  std::size_t end = position_;
  while (end < end_ && text_[end] != ' ' && text_[end] != '\t') ++end;
  return text_.substr(position_, end - position_);
}

std::string_view ScheduleTokens::Take() {
  const std::string_view word = Peek();
  last_ = position_;
  position_ += word.size();
  return word;
}

void ScheduleTokens::Expect(std::string_view word, const std::string& advice) {
  const std::string_view there = Peek();
  if (there == word) {
    Take();
    return;
  }
  Fail(there.empty() ? "'" + std::string(word) + "' is missing"
                     : "'" + std::string(word) + "' is expected, not '" + std::string(there) + "'",
       advice);
}

std::string ScheduleTokens::Name(const std::string& what) {
  const std::string_view there = Peek();
  if (there.empty()) Fail(what + " is missing", "a name, or - for none");
  if (there.front() == '"') return Unquoted();
  const std::string_view name = Take();
  return name == "-" ? std::string() : std::string(name);
}

std::string ScheduleTokens::Unquoted() {
  last_ = position_++;
  std::string name;
  while (position_ < end_ && text_[position_] != '"') {
    const char c = text_[position_++];
    name += c == '\\' ? Escaped() : c;
  }
  if (position_ == end_) FailAt(last_, "the quote is not closed", "a name in quotes ends with \"");
  ++position_;
  return name;
}

char ScheduleTokens::Escaped() {
  const std::size_t at = position_ - 1;
  const std::string_view rest = text_.substr(position_, end_ - position_);
  std::uint64_t byte = 0;
  if (rest.starts_with('x') && rest.size() >= 3 && Parse(rest.substr(1, 2), 16, byte)) {
    position_ += 3;
    return static_cast<char>(byte);
  }
  const std::size_t kind =
      rest.empty() ? std::string_view::npos : std::string_view("\"\\n").find(rest.front());
  if (kind == std::string_view::npos) {
    FailAt(at, "this is not written with a backslash", "there are \\\", \\\\, \\n and \\xHH");
  }
  ++position_;
  return "\"\\\n"[kind];
}

std::uint64_t ScheduleTokens::Number(const std::string& what, std::uint64_t most) {
  const std::string word(Peek());
  if (word.empty()) Fail(what + " is missing", "a number");
  std::uint64_t number = 0;
  if (!Parse(word, 10, number)) Fail("'" + word + "' is not " + what, "a number, in digits");
  if (number > most) Fail(word + " is too much for " + what, "at most " + std::to_string(most));
  Take();
  return number;
}

std::uint64_t ScheduleTokens::Hash() {
  const std::string word(Peek());
  std::uint64_t hash = 0;
  if (word.size() != 16 || !Parse(word, 16, hash)) {
    Fail(word.empty() ? "a hash is missing" : "'" + word + "' is not a hash",
         "16 hexadecimal digits");
  }
  Take();
  return hash;
}

void ScheduleTokens::EndLine() {
  const std::string_view there = Peek();
  if (!there.empty())
    Fail("'" + std::string(there) + "' is too much here", "the line ends before it");
}

void ScheduleTokens::Fail(const std::string& message, const std::string& advice) {
  SkipSpace();
  FailAt(position_, message, advice);
}

void ScheduleTokens::FailAtLast(const std::string& message, const std::string& advice) {
  FailAt(last_, message, advice);
}

void ScheduleTokens::FailAt(std::size_t offset, const std::string& message,
                            const std::string& advice) {
  throw source_.Error(source_.At(offset), message, advice);
}

}  // namespace systematic
