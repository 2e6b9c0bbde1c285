#include "cpntools/ml/token_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpntools/ml/limits.h"

namespace cpntools::ml {

const Token& TokenReader::Peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token TokenReader::Take() {
  const Token& token = Peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool TokenReader::Accept(std::string_view keyword) {
  if (!Peek().Is(keyword)) return false;
  Take();
  return true;
}

bool TokenReader::AcceptName(std::string_view name) {
  if (!Peek().IsName(name)) return false;
  Take();
  return true;
}

void TokenReader::Expect(std::string_view keyword) {
  if (!Accept(keyword)) Fail(keyword);
}

void TokenReader::ExpectName(std::string_view name) {
  if (!AcceptName(name)) Fail(name);
}

void TokenReader::ExpectEnd() const {
  if (Peek().kind != TokenKind::kEnd) Fail("the end");
}

void TokenReader::Fail(std::string_view expected) const {
  const Token& token = Peek();
  throw MlError(token.where, fmt::format("expected {}, not {}", expected,
                                         token.kind == TokenKind::kEnd      ? "the end"
                                         : token.kind == TokenKind::kString ? '"' + token.text + '"'
                                                                            : token.text));
}

TokenReader::Nesting::Nesting(TokenReader* reader) : reader_(reader) {
  if (reader->depth_ >= kMaxDepth) {
    throw MlError(reader->Peek().where, fmt::format("nested more than {} deep", kMaxDepth));
  }
  ++reader->depth_;
}

}  // namespace cpntools::ml
