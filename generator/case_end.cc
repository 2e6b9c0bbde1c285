#include "generator/case_end.h"

namespace generator {
namespace {

constexpr std::size_t kMemoBytes = std::size_t{64} << 20;

}  // namespace

CaseEnd::CaseEnd(cpn::lua::LuaModel& model, const cpn::lua::TestSpecification& specification)
    : CaseEnd(model, specification, &model.state_functions()) {}

CaseEnd::CaseEnd(cpn::lua::LuaModel& model, const cpn::lua::TestSpecification& specification,
                 cpn::ctl::StateFunctions* functions)
    : model_(model),
      goal_(specification.goal()),
      memo_(functions, &model.net(), &model.multisets(), kMemoBytes) {}

bool CaseEnd::IsIn(const cpn::Marking& marking) {
  return IsInMarking([&](cpn::PlaceId place) { return marking[place]; });
}

bool CaseEnd::IsIn(const cpn::StateSpace& space, cpn::NodeId node) {
  return IsInMarking([&](cpn::PlaceId place) { return space.MarkingOf(node, place); });
}

bool CaseEnd::IsBehind(cpn::BindingElementId element) const {
  if (!goal_.transition) return false;
  const cpn::Transition& transition =
      model_.net().transitions()[model_.engine().Element(element).transition];
  return transition.module == goal_.transition->first &&
         transition.index == goal_.transition->second;
}

}  // namespace generator
