// What explores for the commands, where that is not cpn/explore in this process: several ranks.
//
// Thread safety: as commands.h.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "cpn/ctl/check.h"
#include "cpn/explore/exploration.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"

namespace cpngen {

struct Exploring {
  /// In place of cpn::CountStates.
  std::function<cpn::StateCount(cpn::lua::LuaModel&, const cpn::ExplorationOptions&)> count;
  /// In place of cpn::ctl::Check.
  std::function<std::vector<cpn::ctl::Result>(cpn::lua::LuaModel&,
                                              std::span<const cpn::ctl::Property* const>,
                                              const cpn::ctl::CheckOptions&)>
      check;
};

/// `space --count` and `check`, as commands.h has them.
ExitCode CountWith(const Exploring& exploring, const SpaceOptions& options, const Streams& streams);
ExitCode CheckWith(const Exploring& exploring, const CheckOptions& options, const Streams& streams);

}  // namespace cpngen
