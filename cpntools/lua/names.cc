#include "cpntools/lua/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cpntools/lua/helpers.h"
#include "cpntools/lua/word_character.h"

namespace cpntools {
namespace {

const std::set<std::string, std::less<>>& Reserved() {
  static const std::set<std::string, std::less<>> kReserved = [] {
    std::set<std::string, std::less<>> words = cpn::lua::LanguageNames();
    words.insert("instance");  // what a hook's parameter of this name means is the module instance
    for (std::string& helper : HelperNames()) words.insert(std::move(helper));
    return words;
  }();
  return kReserved;
}

}  // namespace

std::string Identifier(std::string_view name) {
  std::size_t primes = 0;
  while (!name.empty() && name.back() == '\'') {
    name.remove_suffix(1);
    ++primes;
  }
  std::string identifier;
  bool gap = false;
  for (const char c : name) {
    if (IsWordCharacter(c)) {
      if (gap && !identifier.empty()) identifier += '_';
      identifier += c;
    }
    gap = !IsWordCharacter(c);
  }
  if (identifier.empty()) identifier = "unnamed";
  if (std::isdigit(static_cast<unsigned char>(identifier[0]))) identifier = "n" + identifier;
  for (std::size_t i = 0; i < primes; ++i) identifier += "_prime";
  return identifier;
}

bool IsReserved(std::string_view identifier) { return Reserved().contains(identifier); }

bool Names::IsTaken(const std::string& identifier) const {
  return IsReserved(identifier) || taken_.contains(identifier) ||
         (parent_ && parent_->IsTaken(identifier));
}

std::string Names::Claim(std::string_view name, std::string_view kind) {
  const std::string plain = Identifier(name);
  std::string claimed = plain;
  if (IsTaken(claimed)) claimed = fmt::format("{}_{}", plain, kind);
  if (IsTaken(claimed)) {
    // Numbers below were taken when the last of this name and kind was claimed, and still are.
    int& number = numbers_.try_emplace(fmt::format("{}_{}", plain, kind), 2).first->second;
    while (IsTaken(claimed)) claimed = fmt::format("{}_{}{}", plain, kind, number++);
  }
  taken_.insert(claimed);
  return claimed;
}

}  // namespace cpntools
