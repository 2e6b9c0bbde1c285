#include "cpntools/lua/helpers.h"

#include <algorithm>
#include <set>

#include "cpntools/lua/helper_tables.h"

namespace cpntools {
namespace {

/// In an order in which each calls only those before it.
std::vector<LuaHelper> AllHelpers() {
  std::vector<LuaHelper> all;
  for (const auto part :
       {ValueHelpers(), ListHelpers(), MultiSetHelpers(), StringHelpers(), ColourSetHelpers()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

std::vector<std::string> SplitHelperNames(std::string_view names) {
  std::vector<std::string> split;
  while (!names.empty()) {
    const std::size_t blank = std::min(names.find(' '), names.size());
    split.emplace_back(names.substr(0, blank));
    names.remove_prefix(std::min(blank + 1, names.size()));
  }
  return split;
}

std::vector<std::string> HelperNames() {
  // What helpers raise, they raise with the model language's own functions.
  std::vector<std::string> names{"raise", "handle"};
  for (const LuaHelper& helper : AllHelpers()) names.emplace_back(helper.name);
  return names;
}

std::string HelperDefinitions(const std::vector<std::string>& names) {
  std::set<std::string, std::less<>> wanted(names.begin(), names.end());
  const std::vector<LuaHelper> all = AllHelpers();
  for (auto helper = all.rbegin(); helper != all.rend(); ++helper) {
    if (!wanted.contains(helper->name)) continue;
    for (std::string& called : SplitHelperNames(helper->calls)) wanted.insert(std::move(called));
  }
  std::string text;
  for (const LuaHelper& helper : all) {
    if (wanted.contains(helper.name)) text += helper.definition;
  }
  return text;
}

}  // namespace cpntools
