// The coverage of a model's test cases: its state space, all of its cases under a specification,
// and what each of them covers.
//
// Thread safety: as the model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/progress.h"
#include "cpn/lua/lua_model.h"
#include "generator/case_runs.h"
#include "generator/observed_space.h"
#include "generator/observer.h"
#include "generator/state_space_options.h"
#include "generator/suite_builder.h"
#include "model_coverage/case_items.h"
#include "model_coverage/measure.h"

namespace model_coverage {

/// What can be covered: the items of a state space, up to the goal of the specification if there is
/// one.
class SpaceItems {
 public:
  /// Explores the model. `specification` may be null: then nothing is observed, and there are no
  /// pairs. Throws as generator::ObserveSpace(), and ModelError when a condition fails.
  SpaceItems(cpn::lua::LuaModel& model, const cpn::lua::TestSpecification* specification,
             generator::Observer* observer, const generator::StateSpaceOptions& options,
             const MeasureOptions& measure, Decisions& decisions, Premises& premises,
             base::Progress& progress);

  const ItemGraph& items() const { return items_; }
  const generator::ObservedSpace& space() const { return space_; }
  std::uint64_t states() const { return space_.space.nodes(); }
  std::uint64_t arcs() const { return space_.space.arcs(); }

 private:
  generator::ObservedSpace space_;
  ItemGraph items_;
};

/// All test cases of a model, as `cpngen generate --state-space` makes them, and what each covers.
class CaseCoverages {
 public:
  /// All must outlive it. Throws LimitReached and ModelError.
  CaseCoverages(const SpaceItems& space, cpn::lua::TestSpecification& specification,
                const generator::Observer& observer, const generator::StateSpaceOptions& options);

  const generator::RawCases& raw() const { return raw_; }
  const generator::BuiltCases& built() const { return built_; }
  /// How many items there are.
  std::size_t items() const { return space_.items().items.size(); }
  /// What case `index` of built() covers; found when first asked for.
  const Coverage& Of(std::size_t index);

 private:
  Coverage OfRaw(const generator::RawCase& raw) const;

  const SpaceItems& space_;
  generator::RawCases raw_;
  generator::BuiltCases built_;
  std::unique_ptr<generator::CaseRunFinder> finder_;  ///< null: cases are occurrences
  std::vector<std::optional<Coverage>> known_;
};

}  // namespace model_coverage
