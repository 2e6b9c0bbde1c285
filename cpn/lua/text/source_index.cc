#include "cpn/lua/text/source_index.h"

#include <algorithm>

namespace cpn::lua {
namespace {

/// Bytes between two places whose column is remembered.
constexpr std::size_t kMarkEvery = 512;
/// Tokens of a line that are looked through one by one.
constexpr std::size_t kShortLine = 64;

/// Continuation bytes of UTF-8 are no characters of their own.
bool BeginsCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

template <typename Parameters>
std::string FunctionKey(int line, int last_line, const Parameters& parameters) {
  std::string key = std::to_string(line) + ' ' + std::to_string(last_line);
  for (const auto& parameter : parameters) {
    key += ' ';
    key += parameter;
  }
  return key;
}

}  // namespace

SourceIndex::SourceIndex(std::string_view text, const std::vector<Token>& tokens)
    : text_(text), tokens_(tokens) {}

int SourceIndex::ColumnAt(std::size_t offset) {
  if (columns_.empty()) {
    std::uint32_t characters = 0;
    for (std::size_t i = 0; i <= text_.size(); ++i) {
      if (i % kMarkEvery == 0) columns_.push_back(characters);
      if (i == text_.size()) break;
      characters = text_[i] == '\n' ? 0 : characters + (BeginsCharacter(text_[i]) ? 1 : 0);
    }
  }
  const std::size_t mark = offset - offset % kMarkEvery;
  int column = 1;
  for (; offset > mark && text_[offset - 1] != '\n'; --offset) {
    if (BeginsCharacter(text_[offset - 1])) ++column;
  }
  return offset == mark ? column + static_cast<int>(columns_[mark / kMarkEvery]) : column;
}

SourceIndex::TokenIndex SourceIndex::FirstOn(int line) const {
  const auto first = std::lower_bound(tokens_.begin(), tokens_.end(), line,
                                      [](const Token& t, int l) { return t.line < l; });
  return static_cast<TokenIndex>(first - tokens_.begin());
}

bool SourceIndex::IsNoField(TokenIndex token) const {
  return token == 0 || !(tokens_[token - 1].Is(".") || tokens_[token - 1].Is(":"));
}

std::optional<SourceIndex::TokenIndex> SourceIndex::OnLine(int line, std::string_view text,
                                                           bool name) {
  const TokenIndex first = FirstOn(line);
  TokenIndex end = first;
  while (end < tokens_.size() && tokens_[end].line == line && end - first <= kShortLine) ++end;
  if (end - first <= kShortLine) {
    for (TokenIndex t = first; t < end; ++t) {
      if (tokens_[t].text != text) continue;
      if (!name || (tokens_[t].kind == TokenKind::kName && IsNoField(t))) return t;
    }
    return std::nullopt;
  }
  const OnOneLine& found = LongLine(line, first, FirstOn(line + 1));
  const auto& table = name ? found.names : found.texts;
  const auto at = table.find(text);
  return at == table.end() ? std::nullopt : std::optional(at->second);
}

const SourceIndex::OnOneLine& SourceIndex::LongLine(int line, TokenIndex first, TokenIndex end) {
  const auto [at, fresh] = long_lines_.try_emplace(line);
  for (TokenIndex t = first; fresh && t < end; ++t) {
    at->second.texts.emplace(tokens_[t].text, t);
    if (tokens_[t].kind == TokenKind::kName && IsNoField(t)) {
      at->second.names.emplace(tokens_[t].text, t);
    }
  }
  return at->second;
}

void SourceIndex::FindBraces() {
  if (has_braces_) return;
  has_braces_ = true;
  for (TokenIndex t = 0; t < tokens_.size(); ++t) {
    if (tokens_[t].Is("{") || tokens_[t].Is("}")) braces_.push_back(t);
  }
}

const SourceIndex::Fields& SourceIndex::FieldsOf(TokenIndex open) {
  const auto [at, fresh] = fields_.try_emplace(open);
  int depth = 0;
  for (TokenIndex t = open; fresh && t < tokens_.size(); ++t) {
    const Token& token = tokens_[t];
    if (token.Is("{")) ++depth;
    if (token.Is("}") && --depth <= 0) break;
    const bool key = depth == 1 && token.kind == TokenKind::kName && t + 1 < tokens_.size() &&
                     tokens_[t + 1].Is("=");
    if (key) at->second.emplace(token.text, t);
  }
  return at->second;
}

std::optional<SourceIndex::TokenIndex> SourceIndex::Field(int line, std::string_view name) {
  FindBraces();
  const auto brace = std::lower_bound(braces_.begin(), braces_.end(), FirstOn(line));
  if (brace == braces_.end() || tokens_[*brace].Is("}")) return std::nullopt;
  const Fields& fields = FieldsOf(*brace);
  const auto at = fields.find(name);
  return at == fields.end() ? std::nullopt : std::optional(at->second);
}

void SourceIndex::FindLiterals() {
  if (has_literals_) return;
  has_literals_ = true;
  for (TokenIndex t = 0; t < tokens_.size(); ++t) {
    if (tokens_[t].kind == TokenKind::kString) {
      literals_[ContentOf(tokens_[t]).text].push_back(t);
    }
  }
}

std::optional<SourceIndex::TokenIndex> SourceIndex::Literal(int line, std::string_view content) {
  FindLiterals();
  const auto known = literals_.find(content);
  if (known == literals_.end()) return std::nullopt;
  const auto at = std::lower_bound(known->second.begin(), known->second.end(), FirstOn(line));
  return at == known->second.end() ? std::nullopt : std::optional(*at);
}

void SourceIndex::FindFunctions(const Scopes& scopes) {
  if (has_functions_) return;
  has_functions_ = true;
  const auto text_of = [this](const FunctionText& f) {
    return text_.substr(f.begin, f.end - f.begin);
  };
  for (const FunctionText& f : scopes.functions) {
    FoundFunction& found = functions_[FunctionKey(f.line, f.last_line, f.parameters)];
    if (found.ambiguous) continue;
    found.ambiguous = found.function && text_of(*found.function) != text_of(f);
    found.function = &f;
  }
}

const FunctionText* SourceIndex::Function(const Scopes& scopes, int line, int last_line,
                                          std::span<const std::string> parameters) {
  FindFunctions(scopes);
  const auto at = functions_.find(FunctionKey(line, last_line, parameters));
  return at == functions_.end() || at->second.ambiguous ? nullptr : at->second.function;
}

}  // namespace cpn::lua
