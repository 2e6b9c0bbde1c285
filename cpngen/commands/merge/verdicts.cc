#include "cpngen/commands/merge/verdicts.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "command_line/shard.h"

namespace cpngen {

void VerdictSum::Add(const std::string& file, const Verdicts& verdicts) {
  const std::uint64_t planned = command_line::BlockOf(runs_, {added_++, parts_}).size();
  all_.passed += verdicts.passed;
  all_.failed += verdicts.failed;
  all_.inconclusive += verdicts.inconclusive;
  const bool may_be_fewer = fail_fast_ && !verdicts.are_good();
  if (verdicts.all() == planned || (may_be_fewer && verdicts.all() < planned)) return;
  notes_.push_back(fmt::format("{}: {} of its {} cases have run", file, verdicts.all(), planned));
}

ExitCode VerdictSum::code() const {
  if (all_.failed > 0) return ExitCode::kViolated;
  const bool whole = all_.inconclusive == 0 && notes_.empty();
  return whole ? ExitCode::kDone : ExitCode::kLimitReached;
}

std::string VerdictSum::Text() const {
  std::string text = fmt::format("{} passed", all_.passed);
  if (all_.failed > 0) text += fmt::format(", {} failed", all_.failed);
  if (all_.inconclusive > 0) text += fmt::format(", {} inconclusive", all_.inconclusive);
  return text + fmt::format(" of {}", all_.all());
}

std::optional<std::uint64_t> NumberOfText(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace cpngen
