#include "cpntools/lua/helpers.h"

#include <algorithm>
#include <set>

#include "cpntools/lua/helper_texts.h"
#include "cpntools/lua/word_character.h"

namespace cpntools {
namespace {

struct Helper {
  std::string_view name;
  std::string_view definition;
  std::vector<std::string_view> calls;  ///< the helpers that its definition names
};

constexpr std::string_view kHead = "function ";
constexpr std::string_view kEndLine = "end\n";

/// From a line that begins with `function` to the line that begins with `end`, or to the end of its
/// line when the whole function stands there.
std::size_t DefinitionLength(std::string_view text) {
  const std::size_t line = text.find('\n') + 1;
  if (text.substr(0, line).ends_with(" end\n")) return line;
  return text.find("\nend\n") + 1 + kEndLine.size();
}

/// Those of `known` that are words of the text.
std::vector<std::string_view> NamesIn(std::string_view text, const std::vector<Helper>& known) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const bool is_field = at > 0 && text[at - 1] == '.';
    if (!is_field && std::any_of(known.begin(), known.end(),
                                 [&](const Helper& helper) { return helper.name == word; })) {
      names.push_back(word);
    }
    at = std::max(end, at + 1);
  }
  return names;
}

void AddHelpersOf(std::string_view file, std::vector<Helper>& helpers) {
  while (!file.empty()) {
    if (file.starts_with(kHead)) {
      Helper helper;
      helper.definition = file.substr(0, DefinitionLength(file));
      helper.name = file.substr(kHead.size(), file.find('(') - kHead.size());
      helper.calls = NamesIn(helper.definition, helpers);
      file.remove_prefix(helper.definition.size());
      helpers.push_back(std::move(helper));
    } else {
      file.remove_prefix(std::min(file.find('\n'), file.size() - 1) + 1);
    }
  }
}

/// In an order in which each calls only those before it.
const std::vector<Helper>& AllHelpers() {
  static const std::vector<Helper> kHelpers = [] {
    std::vector<Helper> all;
    for (const std::string_view file : HelperTexts()) AddHelpersOf(file, all);
    return all;
  }();
  return kHelpers;
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
  for (const Helper& helper : AllHelpers()) names.emplace_back(helper.name);
  return names;
}

std::string HelperDefinitions(const std::vector<std::string>& names) {
  std::set<std::string_view> wanted(names.begin(), names.end());
  const std::vector<Helper>& all = AllHelpers();
  for (auto helper = all.rbegin(); helper != all.rend(); ++helper) {
    if (wanted.contains(helper->name)) wanted.insert(helper->calls.begin(), helper->calls.end());
  }
  std::string text;
  for (const Helper& helper : all) {
    if (wanted.contains(helper.name)) text += helper.definition;
  }
  return text;
}

}  // namespace cpntools
