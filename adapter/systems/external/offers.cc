#include "adapter/systems/external/offers.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "adapter/systems/external/fault_actions.h"
#include "adapter/systems/external/instance.h"
#include "adapter/systems/external/placeholders.h"

namespace adapter::external {
namespace {

std::string TextOf(const FaultAction& action) {
  std::string text = fmt::format("{} {}", WordOf(action.action), fmt::join(action.targets, ", "));
  if (action.action == Action::kDelay) text += fmt::format(" by {} ms", action.amount);
  if (action.action == Action::kThrottle) text += fmt::format(" to {} bytes/s", action.amount);
  if (action.from_is_reset) text += ", the side of the first is reset";
  return text;
}

/// The fields of the stimulus that its actions need.
std::vector<std::string> FieldsOf(const FaultDescription& fault) {
  std::vector<std::string> fields;
  const auto note = [&](std::string_view inside) -> std::optional<std::string> {
    const std::string field = inside == "text" ? "a text" : std::string(inside);
    if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
    return "";
  };
  for (const FaultAction& action : fault.actions) {
    for (const std::string& target : action.targets) FillIn(target, note);
    FillIn(action.amount, note);
  }
  return fields;
}

std::string LinkText(const LinkDescription& link, const SystemDescription& system) {
  return NameOf(link, system) + (link.udp ? " (datagrams)" : "");
}

template <typename Items, typename Text>
std::string Row(const char* title, const Items& items, const Text& text) {
  std::vector<std::string> texts;
  for (const auto& item : items) texts.push_back(text(item));
  return fmt::format("  {:<11}{}\n", title,
                     texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", ")));
}

}  // namespace

std::string DescriptionOf(const SystemDescription& system) {
  return fmt::format(
             "System \"{}\" ({}): stimuli and responses of any name; its driver says what they "
             "mean, but for the faults.\n\n",
             system.name, system.file) +
         Row("processes", system.processes, [](const auto& process) { return process.name; }) +
         Row("links", system.links, [&](const auto& link) { return LinkText(link, system); }) +
         Row("faults", system.faults, [](const auto& fault) { return fault.name; });
}

FaultVocabulary FaultsOf(const SystemDescription& system) {
  FaultVocabulary vocabulary;
  vocabulary.heading =
      system.faults.empty()
          ? fmt::format("System \"{}\" ({}) declares no faults.\n", system.name, system.file)
          : fmt::format(
                "Faults that a case of system \"{}\" ({}) can ask for, each with its "
                "element:\n",
                system.name, system.file);
  for (const FaultDescription& fault : system.faults) {
    FaultVocabulary::Fault known;
    known.element = fault.name;
    known.children = FieldsOf(fault);
    std::vector<std::string> deeds;
    for (const FaultAction& action : fault.actions) deeds.push_back(TextOf(action));
    known.meaning = fmt::format("{}", fmt::join(deeds, "; "));
    vocabulary.faults.push_back(std::move(known));
  }
  return vocabulary;
}

}  // namespace adapter::external
