#include "pnml/names.h"

#include <fmt/format.h>

namespace pnml {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Identifier(std::string_view wanted) {
  std::string name;
  if (wanted.empty() || IsDigit(wanted.front()) || wanted == "_") name = "n";
  for (const char c : wanted) name += IsLetter(c) || IsDigit(c) ? c : '_';
  return name;
}

}  // namespace

std::string Names::Give(std::string_view wanted) {
  const std::string base = Identifier(wanted);
  std::string name = base;
  for (int& i = next_.try_emplace(base, 2).first->second; !taken_.insert(name).second; ++i) {
    name = fmt::format("{}_{}", base, i);
  }
  return name;
}

}  // namespace pnml
