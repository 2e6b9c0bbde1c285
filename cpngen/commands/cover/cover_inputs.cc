#include "cpngen/commands/cover/cover_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/characters.h"
#include "base/read_file.h"
#include "cpn/lua/specification_choice.h"
#include "cpngen/input_error.h"
#include "cpngen/replay_file.h"
#include "suite/reader.h"
#include "trace/trace_file.h"

namespace cpngen {

using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;

bool LooksLikeXml(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != std::string_view::npos && bytes[first] == '<';
}

CoverInput ParseCoverInput(LuaModel& model, const std::string& path, std::string bytes) {
  CoverInput input{path, {}, {}};
  if (LooksLikeXml(bytes)) {
    input.suite = suite::ParseSuite(std::move(bytes), path);
  } else {
    input.runs = ReplayAll(model, path, bytes);
  }
  return input;
}

std::vector<CoverInput> ReadCoverInputs(LuaModel& model, const std::vector<std::string>& files) {
  std::vector<CoverInput> inputs;
  for (const std::string& path : files) {
    base::FileContents contents = base::ReadFile(path, trace::kMaxFileBytes);
    if (!contents.problem.empty()) {
      throw InputError(fmt::format("{}: cannot read this file: {}", path, contents.problem));
    }
    inputs.push_back(ParseCoverInput(model, path, std::move(contents.bytes)));
  }
  return inputs;
}

bool HasSuites(const std::vector<CoverInput>& inputs) {
  return std::any_of(inputs.begin(), inputs.end(),
                     [](const CoverInput& input) { return input.suite.has_value(); });
}

void RequireParameters(const LuaModel& model, const CoverInput& input) {
  const auto& provenance = input.suite->provenance();
  if (!provenance) return;
  for (const auto& [name, value] : provenance->parameters) {
    for (const cpn::lua::Parameter& parameter : model.parameters()) {
      if (parameter.name != name || base::EscapedUtf8(parameter.value) == value ||
          parameter.value == value) {
        continue;
      }
      throw InputError(fmt::format("{}: it was made with {} = {}, and here {} is {}; add -D {}={}",
                                   input.path, name, value, name, parameter.value, name, value));
    }
  }
}

std::uint64_t ObservationsOf(const std::vector<CoverInput>& inputs) {
  std::optional<std::uint64_t> observations;
  std::string first;
  for (const CoverInput& input : inputs) {
    if (!input.suite) continue;
    const auto& provenance = input.suite->provenance();
    const std::uint64_t own = provenance ? provenance->observations.value_or(0) : 0;
    if (observations && *observations != own) {
      throw InputError(
          fmt::format("{} and {}: their cases end after different numbers of "
                      "observations; measure them one by one",
                      first, input.path));
    }
    if (!observations) first = input.path;
    observations = own;
  }
  return observations.value_or(0);
}

TestSpecification& SpecificationOf(LuaModel& model, const std::vector<CoverInput>& inputs,
                                   std::string name) {
  for (const CoverInput& input : inputs) {
    if (!input.suite || !name.empty()) continue;
    const auto& provenance = input.suite->provenance();
    const auto& known = model.specifications();
    if (provenance && std::any_of(known.begin(), known.end(), [&](const auto& specification) {
          return specification->name() == provenance->specification;
        })) {
      name = provenance->specification;
    }
  }
  return cpn::lua::ChooseSpecification(model, name);
}

}  // namespace cpngen
