#include "generator/reduced_space.h"

#include <fmt/format.h>

#include "cpn/explore/cycles.h"

namespace generator {

cpn::ReductionOptions StubbornFor(const cpn::lua::LuaModel& model,
                                  const cpn::lua::TestSpecification& specification) {
  const cpn::lua::CaseGoal& goal = specification.goal();
  if (goal.marking) {
    throw cpn::ModelError(
        specification.where(),
        fmt::format("test \"{}\" ends its cases in markings that a function chooses, and nobody "
                    "knows which steps it could see: no --reduce. Let a transition be the goal",
                    specification.name()));
  }
  const bool ordered = goal || specification.order() == cpn::lua::CaseOrder::kSequence;
  cpn::ReductionOptions options;
  options.stubborn = true;
  const auto& transitions = model.net().transitions();
  for (cpn::TransitionId id = 0; id < transitions.size(); ++id) {
    const bool ends = goal.transition && goal.transition->first == transitions[id].module &&
                      goal.transition->second == transitions[id].index;
    if (!ends && !specification.Observes(transitions[id])) continue;
    (ordered ? options.visible : options.told).push_back(id);
  }
  return options;
}

std::string WhyNotAllCases(const cpn::Engine& engine, const cpn::StateSpace& space) {
  const cpn::Cycles cycles = cpn::CyclesOf(space);
  if (cpn::KeepsAllRuns(engine, cycles)) return "";
  return cycles == cpn::Cycles::kEndless
             ? "the model can come to where no dead marking can be reached, and steps could be put "
               "off there for ever"
             : "the model has priorities, and runs that go on for ever";
}

}  // namespace generator
