#include "cpntools/ml/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace cpntools::ml {
namespace {

constexpr std::array<std::string_view, 31> kReservedWords = {
    "and",       "andalso",   "as",     "case",   "datatype", "do",    "else",   "end",
    "exception", "fn",        "fun",    "handle", "if",       "in",    "infix",  "infixr",
    "let",       "local",     "nonfix", "of",     "op",       "open",  "orelse", "raise",
    "rec",       "structure", "then",   "type",   "val",      "while", "with"};
constexpr std::array<std::string_view, 5> kReservedSymbols = {":", "|", "=>", "->", "#"};
constexpr std::string_view kSymbolic = "!%&$#+-/:<=>?@\\~^|*";
constexpr std::string_view kPunctuation = "()[]{},;_";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameCharacter(char c) { return IsLetter(c) || IsDigit(c) || c == '_' || c == '\''; }
bool IsSymbolic(char c) { return kSymbolic.find(c) != std::string_view::npos; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> Run() {
    for (SkipSpace(); at_ < text_.size(); SkipSpace()) Next();
    Add(TokenKind::kEnd, "");
    return std::move(tokens_);
  }
  const std::vector<std::string>& comments() const { return comments_; }

 private:
  char Peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  char Take() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++where_.line;
      where_.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++where_.column;  // continuation bytes of UTF-8 are no columns
    }
    return c;
  }
  void Add(TokenKind kind, std::string token) {
    tokens_.push_back({kind, std::move(token), start_});
  }

  void SkipSpace() {
    while (at_ < text_.size()) {
      start_ = where_;
      if (Peek() == '(' && Peek(1) == '*') {
        SkipComment();
      } else if (std::string_view(" \t\r\n\f").find(Peek()) != std::string_view::npos) {
        Take();
      } else {
        return;
      }
    }
    start_ = where_;
  }

  void SkipComment() {
    const std::size_t begin = at_;
    int depth = 0;
    do {
      if (at_ + 1 >= text_.size()) throw MlError(start_, "comment without an end: it ends with *)");
      const std::string_view two = text_.substr(at_, 2);
      const int change = two == "(*" ? 1 : two == "*)" ? -1 : 0;
      depth += change;
      Take();
      if (change != 0) Take();
    } while (depth > 0);
    comments_.emplace_back(text_.substr(begin + 2, at_ - begin - 4));
  }

  void Next() {
    const char c = Peek();
    if (IsDigit(c) || (c == '~' && IsDigit(Peek(1)))) return Number();
    if (IsLetter(c)) return Name();
    if (c == '\'') return TypeVariable();
    if (c == '"') return String(TokenKind::kString);
    if (c == '#' && Peek(1) == '"') {
      Take();
      return String(TokenKind::kCharacter);
    }
    if (c == '`') {
      Take();
      return Add(TokenKind::kName, "`");
    }
    if (c == '.' && text_.substr(at_, 3) == "...") {
      for (int i = 0; i < 3; ++i) Take();
      return Add(TokenKind::kKeyword, "...");
    }
    if (kPunctuation.find(c) != std::string_view::npos) {
      return Add(TokenKind::kKeyword, std::string(1, Take()));
    }
    if (IsSymbolic(c)) return Symbol();
    throw MlError(where_, fmt::format("'{}' is no character of Standard ML", CharacterHere()));
  }

  std::string CharacterHere() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return std::string(text_.substr(at_, end - at_));
  }

  std::string Digits() {
    std::string digits;
    while (IsDigit(Peek())) digits += Take();
    return digits;
  }

  void Number() {
    std::string number;
    if (Peek() == '~') {
      Take();
      number = "-";
    }
    number += Digits();
    bool real = false;
    if (Peek() == '.' && IsDigit(Peek(1))) {
      real = true;
      number += Take();
      number += Digits();
    }
    const bool exponent = (Peek() == 'e' || Peek() == 'E') &&
                          (IsDigit(Peek(1)) || (Peek(1) == '~' && IsDigit(Peek(2))));
    if (exponent) {
      real = true;
      number += Take();
      if (Peek() == '~') {
        Take();
        number += '-';
      }
      number += Digits();
    }
    if (!real) CheckInteger(number);
    Add(real ? TokenKind::kReal : TokenKind::kInteger, std::move(number));
  }

  void CheckInteger(const std::string& number) const {
    std::int64_t value = 0;
    const auto result = std::from_chars(number.data(), number.data() + number.size(), value);
    if (result.ec != std::errc()) {
      throw MlError(start_, fmt::format("{} does not fit into 64 bits", number));
    }
  }

  void Name() {
    std::string name;
    while (IsNameCharacter(Peek())) name += Take();
    // A long name; CPN Tools lets blanks stand before the dot, and SML of New Jersey as well.
    while (Peek() == '.' && IsLetter(Peek(1))) {
      name += Take();
      while (IsNameCharacter(Peek())) name += Take();
    }
    // Int.+
    if (Peek() == '.' && IsSymbolic(Peek(1))) {
      name += Take();
      while (IsSymbolic(Peek())) name += Take();
    }
    const bool reserved =
        std::find(kReservedWords.begin(), kReservedWords.end(), name) != kReservedWords.end();
    Add(reserved ? TokenKind::kKeyword : TokenKind::kName, std::move(name));
  }

  void TypeVariable() {
    std::string name;
    while (IsNameCharacter(Peek())) name += Take();
    Add(TokenKind::kTypeVariable, std::move(name));
  }

  void Symbol() {
    std::string symbol;
    while (IsSymbolic(Peek())) symbol += Take();
    const bool reserved = std::find(kReservedSymbols.begin(), kReservedSymbols.end(), symbol) !=
                          kReservedSymbols.end();
    Add(reserved ? TokenKind::kKeyword : TokenKind::kName, std::move(symbol));
  }

  void String(TokenKind kind) {
    Take();
    std::string content;
    while (Peek() != '"') {
      if (at_ >= text_.size() || Peek() == '\n') {
        throw MlError(start_, "string without an end: it ends with \" on the same line");
      }
      if (Peek() == '\\') {
        Escape(content);
      } else {
        content += Take();
      }
    }
    Take();
    if (kind == TokenKind::kCharacter && content.size() != 1) {
      throw MlError(start_, "a character is written #\"x\", with one character between the quotes");
    }
    Add(kind, std::move(content));
  }

  void Escape(std::string& content) {
    const Position where = where_;
    Take();
    const char c = Peek();
    constexpr std::string_view kNames = "abtnvfr\"\\";
    constexpr std::string_view kMeanings = "\a\b\t\n\v\f\r\"\\";
    if (const std::size_t i = kNames.find(c); c != '\0' && i != std::string_view::npos) {
      Take();
      content += kMeanings[i];
    } else if (IsDigit(c) && IsDigit(Peek(1)) && IsDigit(Peek(2))) {
      int code = 0;
      for (int digit = 0; digit < 3; ++digit) code = code * 10 + (Take() - '0');
      if (code > 255) throw MlError(where, "character code above 255");
      content += static_cast<char>(code);
    } else {
      throw MlError(where,
                    "unknown escape in a string: Standard ML has \\n, \\t, \\\", \\\\, \\ddd");
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Position where_;
  Position start_;
  std::vector<Token> tokens_;
  std::vector<std::string> comments_;
};

}  // namespace

std::vector<Token> Tokens(std::string_view text) { return Lexer(text).Run(); }

std::vector<std::string> CommentsIn(std::string_view text) {
  Lexer lexer(text);
  try {
    lexer.Run();
  } catch (const MlError&) {  // whoever reads the text for its meaning says so
    return {};
  }
  return lexer.comments();
}

}  // namespace cpntools::ml
