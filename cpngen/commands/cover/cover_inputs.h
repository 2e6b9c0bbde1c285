// The files that `cpngen cover` measures: suites and recorded runs, read and checked.
//
// Thread safety: as the model, which the runs are replayed on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "cpngen/trace.h"
#include "suite/suite.h"

namespace cpngen {

/// A file of the call, read.
struct CoverInput {
  std::string path;
  std::optional<suite::Suite> suite;  ///< or:
  std::vector<Trace> runs;
};

/// What a file holds: a suite (XML), or recorded runs (traces, or records of steps). Throws
/// InputError, or what the parser of a suite throws, when it is neither.
CoverInput ParseCoverInput(cpn::lua::LuaModel& model, const std::string& path, std::string bytes);
/// Whether a file of these bytes is a suite, if it is anything.
bool LooksLikeXml(std::string_view bytes);

/// Reads suites (XML) and recorded runs (traces, or records of steps), in the order of `files`.
/// Throws InputError, or what the parser of a suite throws, when a file is neither.
std::vector<CoverInput> ReadCoverInputs(cpn::lua::LuaModel& model,
                                        const std::vector<std::string>& files);

bool HasSuites(const std::vector<CoverInput>& inputs);

/// A suite that was made with other parameters has other cases: throws InputError with the right
/// ones. `input` has a suite.
void RequireParameters(const cpn::lua::LuaModel& model, const CoverInput& input);

/// How many observations end the cases of all suites, 0 when they end otherwise. They must agree,
/// since a case means other runs otherwise: throws InputError.
std::uint64_t ObservationsOf(const std::vector<CoverInput>& inputs);

/// The test case specification of this name, or if it is empty, the one that the suites were made
/// with.
cpn::lua::TestSpecification& SpecificationOf(cpn::lua::LuaModel& model,
                                             const std::vector<CoverInput>& inputs,
                                             std::string name);

}  // namespace cpngen
