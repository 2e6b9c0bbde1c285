#include "trace/diff.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/characters.h"

namespace trace {
namespace {

/// The name of the first member in which the steps differ; nullptr: there is none.
const char* DifferingMember(const Step& one, const Step& other) {
  if (one.kind != other.kind) return "kind";
  if (one.node != other.node) return "node";
  if (one.name != other.name) return "name";
  if (one.fields != other.fields) return "fields";
  if (one.moves != other.moves) return "moves";
  if (one.cause != other.cause) return "cause";
  if (one.key != other.key) return "key";
  return one.hash != other.hash ? "hash" : nullptr;
}

std::string MovesText(const Step& step) {
  std::string text;
  for (const TokenMove& move : step.moves) {
    if (!text.empty()) text += "; ";
    text += fmt::format("{}: -{} +{}", move.place, move.removed, move.added);
  }
  return text;
}

/// What the step has under the name of the member, beside what its line shows anyway.
std::string Detail(const Step& step, const std::string& what) {
  if (what == "kind") return fmt::format(", kind {}", NameOf(step.kind));
  if (what == "moves") return ", moves " + MovesText(step);
  if (what == "cause") return fmt::format(", cause {}", step.cause);
  if (what == "key") return ", key " + step.key;
  if (what == "hash") return ", hash " + step.hash;
  return "";
}

std::string LineOf(const Trace& trace, const Difference& difference) {
  if (difference.step > trace.steps.size()) return "ends";
  const Step& step = trace.steps[difference.step - 1];
  return base::Printable(ToString(step) + Detail(step, difference.what));
}

}  // namespace

std::optional<Difference> FirstDifference(const Trace& one, const Trace& other) {
  const std::size_t both = std::min(one.steps.size(), other.steps.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (const char* const what = DifferingMember(one.steps[i], other.steps[i])) {
      return Difference{i + 1, what};
    }
  }
  if (one.steps.size() == other.steps.size()) return std::nullopt;
  return Difference{both + 1, "end"};
}

std::string DifferenceText(const Trace& one, const std::string& one_name, const Trace& other,
                           const std::string& other_name, std::size_t context) {
  const auto difference = FirstDifference(one, other);
  if (!difference) return "";
  const std::size_t before = difference->step - 1;
  std::string text;
  for (std::size_t i = before - std::min(before, context); i < before; ++i) {
    text += fmt::format("{:>6}  {}\n", i + 1, base::Printable(ToString(one.steps[i])));
  }
  const std::size_t width = std::max(one_name.size(), other_name.size());
  text += fmt::format("{:>6}  {:<{}}  {}\n", difference->step, one_name, width,
                      LineOf(one, *difference));
  text += fmt::format("{:>6}  {:<{}}  {}\n", "", other_name, width, LineOf(other, *difference));
  return text;
}

}  // namespace trace
