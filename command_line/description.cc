#include "command_line/description.h"

#include <algorithm>

namespace command_line {
namespace {

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

/// "1 to 256" of CLI11's "INT in [1 - 256]".
std::string BoundsText(const std::string& check) {
  if (check == "NONNEGATIVE") return "0 or more";
  const std::size_t open = check.find(" in [");
  const std::size_t dash = check.find(" - ", open);
  if (open == std::string::npos || dash == std::string::npos || check.back() != ']') return check;
  const std::size_t low = open + 5;
  return check.substr(low, dash - low) + " to " + check.substr(dash + 3, check.size() - dash - 4);
}

Argument ArgumentOf(const CLI::Option& option) {
  Argument argument;
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  argument.text = option.get_description();
  argument.required = option.get_required();
  const int most = option.get_items_expected_max();
  argument.repeatable = most > 1;
  if (most == 0) return argument;
  argument.default_value = option.get_default_str();
  // "KIND:{tcp,unix}": what stands for the value, and what its check says.
  const std::string type = option.get_type_name();
  const std::size_t colon = std::min(type.find(':'), type.size());
  argument.value = argument.names.empty() ? option.get_name(true) : type.substr(0, colon);
  if (colon == type.size()) return argument;
  const std::string check = type.substr(colon + 1);
  if (check.front() == '{' && check.back() == '}') {
    argument.choices = Split(check.substr(1, check.size() - 2), ',');
  } else {
    argument.bounds = BoundsText(check);
  }
  return argument;
}

/// CLI11 gives each group a --help of its own, which is its command's.
ArgumentGroup GroupOf(const CLI::App& app) {
  const bool is_part = app.get_name().empty();
  ArgumentGroup group;
  for (const CLI::Option* const option : app.get_options()) {
    if (is_part && option == app.get_help_ptr()) continue;
    if (option->nonpositional()) group.options.push_back(ArgumentOf(*option));
  }
  return group;
}

}  // namespace

std::vector<Argument> CommandDescription::options() const {
  std::vector<Argument> all;
  for (const ArgumentGroup& group : groups) {
    all.insert(all.end(), group.options.begin(), group.options.end());
  }
  return all;
}

const CommandDescription* CommandDescription::command(const std::string& wanted) const {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const auto& command) { return command.name == wanted; });
  return found == commands.end() ? nullptr : &*found;
}

CommandDescription Describe(const CLI::App& app) {
  CommandDescription description;
  description.name = app.get_name();
  description.text = app.get_description();
  description.footer = app.get_footer();
  description.takes_options_of_parent = app.get_fallthrough();
  for (const CLI::Option* const option : app.get_options()) {
    if (option->get_positional()) description.positionals.push_back(ArgumentOf(*option));
  }
  description.groups.push_back(GroupOf(app));
  for (const CLI::App* const part : app.get_subcommands(nullptr)) {
    if (!part->get_name().empty()) {
      description.commands.push_back(Describe(*part));
      continue;
    }
    ArgumentGroup group = GroupOf(*part);
    group.name = part->get_group();
    group.text = part->get_description();
    description.groups.push_back(std::move(group));
  }
  return description;
}

}  // namespace command_line
