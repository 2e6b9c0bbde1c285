#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "systematic/schedule_file.h"

namespace systematic {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

bool IsPlain(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') ||
         std::string_view("._/:+@-,").find(c) != std::string_view::npos;
}

std::string Quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      text += {'\\', c};
    } else if (c == '\n') {
      text += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      const auto byte = static_cast<unsigned char>(c);
      text += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    } else {
      text += c;
    }
  }
  return text + "\"";
}

std::string NameText(std::string_view name) {
  if (name.empty()) return "-";
  bool plain = name != "-";
  for (const char c : name) plain = plain && IsPlain(c);
  return plain ? std::string(name) : Quoted(name);
}

std::string Hash(std::uint64_t hash) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[hash >> shift & 15];
  return text;
}

std::string Header(const Schedule& schedule) {
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  std::string text = "systematic schedule 1\n";
  text += "harness " + NameText(schedule.harness) + "\n";
  for (const auto& [name, value] : schedule.parameters) {
    text += "parameter " + NameText(name) + " " + NameText(value) + "\n";
  }
  text += "time " + NameText(schedule.time) + "\n";
  text += "bound choices " + number(schedule.bounds.choices) + "\n";
  text += "bound fair-factor " + number(schedule.bounds.fair_factor) + "\n";
  text += "bound heal-after " + number(schedule.bounds.heal_after) + "\n";
  text += "bound temperature " + number(schedule.bounds.temperature) + "\n";
  text += "strategy " + NameText(schedule.strategy) + "\n";
  text += "seed " + number(schedule.seed) + "\n";
  text += "iteration " + number(schedule.iteration) + "\n";
  text += "build " + NameText(schedule.build) + "\n";
  text += "fair " + (schedule.fair_from ? number(*schedule.fair_from) : "never") + "\n";
  return text;
}

std::string Line(const ScheduledChoice& choice, const std::vector<std::string>& names) {
  std::string text = choice.is_step ? "step" : "value";
  for (const Word word : {choice.key.kind, choice.key.from, choice.key.to, choice.key.what}) {
    text += " " + NameText(names[word]);
  }
  text += " " + std::to_string(choice.key.life) + " " + std::to_string(choice.key.ordinal);
  if (!choice.is_step) text += " = " + std::to_string(choice.value);
  return text + " of " + std::to_string(choice.n) + " " + Hash(choice.enabled) + "\n";
}

}  // namespace

std::string WriteSchedule(const Schedule& schedule) {
  std::string text = Header(schedule) + "choices\n";
  for (std::size_t i = 0; i <= schedule.choices.size(); ++i) {
    if (schedule.healed_at == i) text += "heal\n";
    if (i < schedule.choices.size()) text += Line(schedule.choices[i], schedule.names);
  }
  text += "end " + std::string(NameOf(schedule.end)) + "\n";
  if (schedule.violation) {
    text += "violation " + NameText(schedule.violation->monitor) + " " +
            Quoted(schedule.violation->message) + "\n";
  }
  if (schedule.unwanted) text += "unwanted " + Hash(*schedule.unwanted) + "\n";
  return text + "observed " + Hash(schedule.observed) + "\n";
}

}  // namespace systematic
