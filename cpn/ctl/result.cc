#include "cpn/ctl/result.h"

namespace cpn::ctl {

std::string_view NameOf(Note::Kind kind) {
  switch (kind) {
    case Note::Kind::kInitialMarkingDead:
      return "initial_marking_dead";
    case Note::Kind::kLeftSideNeverHolds:
      return "left_side_never_holds";
    case Note::Kind::kPlaceNeverMarked:
      return "place_never_marked";
    case Note::Kind::kTransitionNeverOccurs:
      return "transition_never_occurs";
    case Note::Kind::kDependsOnDeadMarkings:
      return "depends_on_dead_markings";
    case Note::Kind::kFlattened:
      return "flattened";
  }
  return "";
}

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kViolated:
      return "violated";
    case Verdict::kUnknown:
      return "unknown";
  }
  return "";
}

}  // namespace cpn::ctl
