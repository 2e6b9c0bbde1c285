#include "cpn/symmetry/symmetry.h"

#include "cpn/symmetry/canonical_form.h"
#include "cpn/symmetry/net_check.h"
#include "cpn/symmetry/place_facts.h"

namespace cpn::symmetry {

Symmetry::Symmetry(const Net* net, ColourSets* colour_sets, ValueStore* values,
                   MultiSetStore* multisets, Evaluator* evaluator)
    : net_(net),
      values_(values),
      multisets_(multisets),
      group_(net->model(), *colour_sets, *evaluator),
      action_(&group_, colour_sets, net->model().colour_sets.size(), values, multisets) {
  CheckSubsets(net->model(), group_, action_, *colour_sets, *evaluator);
  CheckNet(*net, group_, action_, *multisets, *values);
}

Permutation Symmetry::ToRepresentative(const Marking& marking) const {
  std::vector<PlaceFacts> facts;
  for (PlaceId place = 0; place < marking.size(); ++place) {
    const ColourSetId type = net_->places()[place].type;
    if (!action_.Moves(type)) continue;
    facts.push_back(MakeFacts(group_, action_, *values_, *multisets_, place, type, marking[place]));
  }
  std::vector<const PlaceFacts*> views;
  for (const PlaceFacts& place : facts) views.push_back(&place);
  return CanonicalForm(&group_).Find(views);
}

Marking Symmetry::Apply(const Permutation& permutation, const Marking& marking) const {
  Marking image(marking.size());
  for (PlaceId place = 0; place < marking.size(); ++place) {
    image[place] = action_.Apply(permutation, net_->places()[place].type, marking[place]);
  }
  return image;
}

}  // namespace cpn::symmetry
