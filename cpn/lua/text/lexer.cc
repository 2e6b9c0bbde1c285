#include "cpn/lua/text/lexer.h"

#include <algorithm>
#include <array>

namespace cpn::lua {
namespace {

constexpr std::array<std::string_view, 22> kKeywords = {
    "and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
    "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
    "repeat",   "return", "then", "true", "until",  "while"};

constexpr std::array<std::string_view, 10> kLongSymbols = {
    "...", "<<", ">>", "//", "==", "~=", "<=", ">=", "::", ".."};

// Not <cctype>: these must not depend on the locale.
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNameChar(char c) { return IsNameStart(c) || IsDigit(c); }

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  std::vector<Token> Run() {
    while (SkipBlanks()) {
      start_ = at_;
      start_line_ = line_;
      Next();
    }
    tokens_.push_back({TokenKind::kEnd, {}, source_.size(), line_});
    return std::move(tokens_);
  }

 private:
  char Peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  void Advance() {
    if (source_[at_] == '\n') ++line_;
    ++at_;
  }
  void AdvanceTo(std::size_t end) {
    while (at_ < std::min(end, source_.size())) Advance();
  }
  void SkipLine() {
    while (at_ < source_.size() && source_[at_] != '\n') ++at_;
  }

  /// False at the end of the text.
  bool SkipBlanks() {
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == ' ' || (c >= '\t' && c <= '\r')) {
        Advance();
      } else if (c == '-' && Peek(1) == '-') {
        at_ += 2;
        if (!SkipLongBracket()) SkipLine();
      } else {
        return true;
      }
    }
    return false;
  }

  /// Skips [[...]] or [==[...]==] if one begins here.
  bool SkipLongBracket() {
    if (Peek() != '[') return false;
    std::size_t level = 0;
    while (Peek(1 + level) == '=') ++level;
    if (Peek(1 + level) != '[') return false;
    const std::string close = ']' + std::string(level, '=') + ']';
    const std::size_t end = source_.find(close, at_ + level + 2);
    AdvanceTo(end == std::string_view::npos ? source_.size() : end + close.size());
    return true;
  }

  void Push(TokenKind kind) {
    tokens_.push_back({kind, source_.substr(start_, at_ - start_), start_, start_line_});
  }

  void Next() {
    const char c = Peek();
    if (IsNameStart(c)) {
      while (IsNameChar(Peek())) ++at_;
      const std::string_view text = source_.substr(start_, at_ - start_);
      const bool keyword = std::find(kKeywords.begin(), kKeywords.end(), text) != kKeywords.end();
      Push(keyword ? TokenKind::kKeyword : TokenKind::kName);
    } else if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) {
      SkipNumber();
      Push(TokenKind::kNumber);
    } else if (c == '"' || c == '\'') {
      SkipQuoted(c);
      Push(TokenKind::kString);
    } else if (c == '[' && SkipLongBracket()) {
      Push(TokenKind::kString);
    } else {
      const auto* symbol =
          std::find_if(kLongSymbols.begin(), kLongSymbols.end(),
                       [&](std::string_view s) { return source_.substr(at_).starts_with(s); });
      AdvanceTo(at_ + (symbol != kLongSymbols.end() ? symbol->size() : 1));
      Push(TokenKind::kSymbol);
    }
  }

  void SkipNumber() {
    const bool hexadecimal = Peek() == '0' && (Peek(1) == 'x' || Peek(1) == 'X');
    for (;;) {
      const char c = Peek();
      const bool exponent = hexadecimal ? (c == 'p' || c == 'P') : (c == 'e' || c == 'E');
      if (exponent && (Peek(1) == '+' || Peek(1) == '-')) {
        at_ += 2;
      } else if (IsNameChar(c) || c == '.') {
        ++at_;
      } else {
        return;
      }
    }
  }

  void SkipQuoted(char quote) {
    Advance();
    while (at_ < source_.size() && source_[at_] != quote) {
      if (source_[at_] == '\n') return;  // unfinished; Lua has refused such text
      if (source_[at_] == '\\' && Peek(1) == 'z') {
        at_ += 2;
        while (at_ < source_.size() && (Peek() == ' ' || (Peek() >= '\t' && Peek() <= '\r'))) {
          Advance();
        }
      } else {
        if (source_[at_] == '\\' && at_ + 1 < source_.size()) Advance();
        Advance();
      }
    }
    if (at_ < source_.size()) Advance();
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  int line_ = 1;
  int start_line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> Tokenise(std::string_view source) { return Lexer(source).Run(); }

LiteralContent ContentOf(const Token& token) {
  std::size_t open = 1;
  std::size_t close = 1;
  int line = token.line;
  if (token.text.starts_with('[')) {
    open = close = token.text.find('[', 1) + 1;
    // A newline right after the opening bracket is not part of the string.
    if (token.text.substr(open).starts_with("\r\n")) ++open;
    if (token.text.substr(open).starts_with('\n')) {
      ++open;
      ++line;
    }
  }
  if (token.text.size() < open + close) return {{}, token.offset, line};
  return {token.text.substr(open, token.text.size() - open - close), token.offset + open, line};
}

}  // namespace cpn::lua
