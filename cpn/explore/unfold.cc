#include "cpn/explore/unfold.h"

#include <algorithm>
#include <stdexcept>

namespace cpn::explore {

std::vector<Value> ImageOf(const symmetry::Symmetry& symmetry,
                           const symmetry::Permutation& permutation,
                           const BindingElement& element) {
  const Transition& transition = symmetry.net().transitions()[element.transition];
  std::vector<Value> image(element.binding.begin(), element.binding.end());
  for (std::size_t i = 0; i < image.size(); ++i) {
    const ColourSetId type = transition.declaration->variables[i].type;
    image[i] = symmetry.action().Apply(permutation, type, image[i]);
  }
  return image;
}

Unfolder::Unfolder(Engine* engine, const symmetry::Symmetry* symmetry)
    : engine_(engine),
      symmetry_(symmetry),
      representative_(engine->InitialMarking()),
      marking_(representative_),
      back_(symmetry->group().Identity()) {}

/// Bindings with wildcards may be equal in all variables; what they lead to tells them apart.
BindingElementId Unfolder::Find(BindingElementId element, const Marking& after) {
  const TransitionId transition = engine_->Element(element).transition;
  const std::vector<Value> image = ImageOf(*symmetry_, back_, engine_->Element(element));
  const std::span<const BindingElementId> enabled = engine_->Enabled(marking_);
  const std::vector<BindingElementId> candidates(enabled.begin(), enabled.end());
  for (const BindingElementId candidate : candidates) {
    const BindingElement found = engine_->Element(candidate);
    if (found.transition != transition || !std::ranges::equal(found.binding, image)) continue;
    Marking next = marking_;
    engine_->Occur(next, candidate);
    if (next == after) return candidate;
  }
  throw std::logic_error("cpngen's own defect: a step of an orbit is no step of its markings");
}

BindingElementId Unfolder::Step(BindingElementId element) {
  Marking next = representative_;
  engine_->Occur(next, element);
  const Marking after = symmetry_->Apply(back_, next);
  const BindingElementId step = Find(element, after);
  const symmetry::Permutation forth = symmetry_->ToRepresentative(next);
  symmetry::Permutation back(forth.size());
  for (std::size_t x = 0; x < forth.size(); ++x) back[forth[x]] = back_[x];
  representative_ = symmetry_->Apply(forth, next);
  marking_ = after;
  back_ = std::move(back);
  return step;
}

std::vector<BindingElementId> UnfoldRun(Engine& engine, const symmetry::Symmetry& symmetry,
                                        std::span<const BindingElementId> path) {
  Unfolder unfolder(&engine, &symmetry);
  std::vector<BindingElementId> steps;
  for (const BindingElementId element : path) steps.push_back(unfolder.Step(element));
  return steps;
}

}  // namespace cpn::explore
