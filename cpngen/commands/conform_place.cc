#include "cpngen/commands/conform_place.h"

#include <fmt/format.h>

#include <string_view>

#include "base/read_file.h"
#include "base/source.h"
#include "trace/json_place.h"

namespace cpngen {

std::optional<base::ParseError> PlacedInTrace(const ConformInput& input, const Judged& judged) {
  const conformance::Verdict& verdict = judged.verdict;
  const conformance::UnknownName& unknown = *verdict.misfit->unknown;
  const base::FileContents file = base::ReadFile(input.file);
  if (!file.problem.empty() || !verdict.step) return std::nullopt;
  const base::Source source(file.bytes, input.file);
  const std::string step = fmt::format("/traces/{}/steps/{}", input.number, *verdict.step - 1);
  const std::size_t at = trace::FindPlace(
      source.text(),
      unknown.field ? fmt::format("{}/fields/{}/0", step, *unknown.field) : step + "/name");
  return source.Error(source.At(at), unknown.message, "");
}

void RequireKnownNames(const ConformOptions& options, const ConformInput& input,
                       const Judged& judged, const base::Budget* budget) {
  const conformance::Misfit& misfit = *judged.verdict.misfit;
  if (!misfit.unknown->near) return;
  cpn::lua::LoadOptions load;
  load.budget = budget;
  const auto mapping = conformance::LogMapping::Load(options.log, load);
  throw cpn::ModelError(mapping.WhereOf(misfit.event, misfit.unknown->field.has_value()),
                        fmt::format("{}; line {} of {} has such an event", misfit.unknown->message,
                                    judged.verdict.step.value_or(0), input.file));
}

}  // namespace cpngen
