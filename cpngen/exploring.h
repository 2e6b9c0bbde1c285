// What explores for the commands, where that is not cpn/explore in this process: several ranks.
//
// Thread safety: as commands.h.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/progress.h"
#include "cpn/ctl/check.h"
#include "cpn/explore/exploration.h"
#include "cpn/lua/lua_model.h"
#include "cpn/report/state_space_report.h"
#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"
#include "generator/raw_cases.h"
#include "generator/state_space_options.h"

namespace cpngen {

struct Exploring {
  /// In place of cpn::CountStates.
  std::function<cpn::StateCount(cpn::lua::LuaModel&, const cpn::ExplorationOptions&)> count;
  /// In place of cpn::Explore and cpn::report::MakeReport; nothing when another process reports.
  std::function<std::optional<cpn::report::StateSpaceReport>(cpn::lua::LuaModel&,
                                                             const cpn::ExplorationOptions&)>
      report;
  /// In place of generator::GenerateFromStateSpace; nothing when another process has the cases.
  std::function<std::optional<generator::RawCases>(
      cpn::lua::LuaModel&, cpn::lua::TestSpecification&, const generator::StateSpaceOptions&,
      base::Progress&)>
      cases;
  /// In place of cpn::ctl::Check.
  std::function<std::vector<cpn::ctl::Result>(cpn::lua::LuaModel&,
                                              std::span<const cpn::ctl::Property* const>,
                                              const cpn::ctl::CheckOptions&)>
      check;
};

/// As commands.h has them: `space` without pictures, dumps and reductions, `generate` by state
/// space without a goal, and `check`.
ExitCode SpaceWith(const Exploring& exploring, const SpaceOptions& options, const Streams& streams);
ExitCode GenerateWith(const Exploring& exploring, const GenerateOptions& options,
                      const Streams& streams);
ExitCode CheckWith(const Exploring& exploring, const CheckOptions& options, const Streams& streams);

}  // namespace cpngen
