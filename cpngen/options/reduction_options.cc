#include "cpngen/options/reduction_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace cpngen {
namespace {

/// The words of --reduce, and what each sets.
struct Word {
  std::string_view name;
  bool ReductionChoice::*field;
};
constexpr std::array kWords{Word{"stubborn", &ReductionChoice::stubborn},
                            Word{"symmetry", &ReductionChoice::symmetry}};

std::vector<std::string_view> Names() {
  std::vector<std::string_view> names;
  for (const Word& word : kWords) names.push_back(word.name);
  return names;
}

/// Sets what `text` asks for; returns what is wrong with it, or nothing.
std::string Read(std::string_view text, ReductionChoice& reduction) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view given = text.substr(begin, end - begin);
    bool known = false;
    for (const Word& word : kWords) {
      if (word.name != given) continue;
      if (reduction.*word.field) return fmt::format("'{}' is there twice", given);
      reduction.*word.field = known = true;
    }
    if (!known) {
      return fmt::format("'{}' is no reduction; there is {}", given, fmt::join(Names(), ", "));
    }
    begin = end + 1;
  }
  return "";
}

}  // namespace

void AddReduction(CLI::App& command, ReductionChoice& reduction) {
  command
      .add_option_function<std::string>(
          "--reduce", [&reduction](const std::string& text) { Read(text, reduction); },
          "explore less, with the same results (docs/reductions.md): stubborn leaves out orders "
          "of steps that do not matter, symmetry leaves out markings that are permutations of "
          "others (docs/symmetry.md)")
      ->type_name(fmt::format("{}", fmt::join(Names(), ",")))
      ->check(CLI::Validator(
          [](const std::string& text) {
            ReductionChoice ignored;
            return Read(text, ignored);
          },
          ""));
}

}  // namespace cpngen
