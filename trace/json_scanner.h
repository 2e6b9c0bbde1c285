// A text in JSON read from its beginning to its end, by somebody who knows what comes next: nothing
// is kept, nothing is explained.
//
// Invariants: each member takes what it is named after, and returns true; or returns false where
// the text has something else, or what this reader does not know, and stands near that.
// Thread safety: none. Source: RFC 8259 (JSON).
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/characters.h"
#include "trace/trace_file.h"

namespace trace {

class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }

  bool Take(char c) {
    Space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// Calls `item()` for each of a list, from its bracket to the other one.
  template <typename Item>
  bool List(Item item) {
    if (!Take('[')) return false;
    if (Take(']')) return true;
    do {
      if (!item()) return false;
    } while (Take(','));
    return Take(']');
  }

  /// Calls `member(name)` for each of an object; the name is valid until then only.
  template <typename Member>
  bool Object(Member member) {
    if (!Take('{')) return false;
    if (Take('}')) return true;
    std::string name;
    do {
      if (!Text(name) || !Take(':') || !member(name)) return false;
    } while (Take(','));
    return Take('}');
  }

  /// A text in UTF-8 whose escapes are those that writers need.
  bool Text(std::string& text) {
    if (!Take('"')) return false;
    text.clear();
    bool is_ascii = true;
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      for (; at_ < text_.size() && IsPlain(text_[at_]); ++at_) {
        is_ascii = is_ascii && static_cast<unsigned char>(text_[at_]) < 0x80;
      }
      text.append(text_, begin, at_ - begin);
      if (at_ == text_.size()) return false;
      if (text_[at_] == '"') {
        ++at_;
        return is_ascii || base::EscapedUtf8(text) == text;
      }
      if (text_[at_] != '\\' || !Escape(text)) return false;
    }
    return false;
  }

  bool Number(std::uint64_t least, std::uint64_t most, std::uint64_t& number) {
    Space();
    const std::size_t begin = at_;
    number = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (at_ - begin == 18) return false;  // more than any number of a step has
      number = number * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
    }
    const bool is_whole = at_ > begin && (text_[begin] != '0' || at_ == begin + 1);
    const bool goes_on = at_ < text_.size() && (text_[at_] == '.' || (text_[at_] | 0x20) == 'e');
    return is_whole && !goes_on && number >= least && number <= most;
  }

  bool Word(std::string_view word) {
    Space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  /// Any value, looked at no closer than to find its end.
  bool Skip() {
    Space();
    int depth = 0;
    do {
      if (at_ == text_.size()) return false;
      const char c = text_[at_];
      if (c == '"') {
        if (!SkipText()) return false;
        continue;
      }
      if (depth == 0 && (c == ',' || c == '}' || c == ']')) return true;
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      if (depth > kMaxDepth) return false;
      ++at_;
      if (depth == 0 && (c == '}' || c == ']')) return true;
    } while (true);
  }

 private:
  static bool IsPlain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && c != '"' && c != '\\';
  }

  void Space() {
    while (at_ < text_.size() && base::IsSpace(text_[at_])) ++at_;
  }

  bool SkipText() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  bool Escape(std::string& text) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    if (at_ + 1 >= text_.size()) return false;
    if (text_[at_ + 1] == 'u') return Digits(text);
    const std::size_t letter = kLetters.find(text_[at_ + 1]);
    if (letter == std::string_view::npos) return false;
    text += kMeant[letter];
    at_ += 2;
    return true;
  }

  /// A character of ASCII as \\u00XX: writers have no other way for control characters.
  bool Digits(std::string& text) {
    if (text_.substr(at_, 4) != "\\u00" || at_ + 6 > text_.size()) return false;
    unsigned code = 0;
    const char* const begin = text_.data() + at_ + 4;
    const auto [rest, error] = std::from_chars(begin, begin + 2, code, 16);
    if (error != std::errc() || rest != begin + 2 || code >= 0x80) return false;
    text += static_cast<char>(code);
    at_ += 6;
    return true;
  }

  const std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace trace
