#include "cpntools/lua/multiset_sum.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace cpntools {

using ml::Expression;
using ml::LuaPrecedence;
using Kind = ml::Expression::Kind;

namespace {

constexpr std::int64_t kMostWrittenCopies = 8;

std::string TokensOf(const std::vector<std::string>& tokens) {
  return fmt::format("{{ {} }}", fmt::join(tokens, ", "));
}

/// a ++ b ++ c
void Summands(const Expression& e, std::vector<const Expression*>& out) {
  const Expression* left = &e;
  std::vector<const Expression*> reversed;
  while (IsOperator(*left, "++")) {
    reversed.push_back(&left->children[1].children[1]);
    left = &left->children[1].children[0];
  }
  reversed.push_back(left);
  out.assign(reversed.rbegin(), reversed.rend());
}

}  // namespace

Code MultisetSum(ValueWriter& values, CallWriter& calls, const Expression& e) {
  std::vector<const Expression*> summands;
  Summands(e, summands);
  std::vector<std::string> lists;
  std::vector<std::string> tokens;
  const auto flush = [&] {
    if (!tokens.empty()) lists.push_back(TokensOf(tokens));
    tokens.clear();
  };
  for (const Expression* summand : summands) {
    if (IsEmptyList(*summand)) continue;
    const bool copies = IsOperator(*summand, "`");
    const Expression* count = copies ? &summand->children[1].children[0] : nullptr;
    if (copies && count->kind == Kind::kInteger && std::stoll(count->text) >= 0 &&
        std::stoll(count->text) <= kMostWrittenCopies) {
      const std::string token = values.Value(summand->children[1].children[1]).text;
      tokens.insert(tokens.end(), static_cast<std::size_t>(std::stoll(count->text)), token);
    } else if (summand->kind == Kind::kList) {
      for (const Expression& child : summand->children) tokens.push_back(values.Value(child).text);
    } else {
      flush();
      const Code list = copies ? calls.CallKnown(summand->children[0], "2", {&summand->children[1]})
                               : values.Value(*summand);
      lists.push_back(list.text);
    }
  }
  flush();
  if (lists.empty()) return {"{}", LuaPrecedence::kPrimary};
  if (lists.size() == 1) {
    return {lists[0].starts_with('{') ? lists[0] : "(" + lists[0] + ")", LuaPrecedence::kPrimary};
  }
  std::string sum = lists[0];
  for (std::size_t i = 1; i < lists.size(); ++i) sum = fmt::format("append({}, {})", sum, lists[i]);
  return {std::move(sum), LuaPrecedence::kSuffix};
}

}  // namespace cpntools
