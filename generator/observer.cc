#include "generator/observer.h"

#include <algorithm>

namespace generator {

Observer::Observer(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification)
    : model_(model), specification_(specification) {
  for (const cpn::Transition& transition : model.net().transitions()) {
    observable_.push_back(specification.Observes(transition));
  }
}

bool Observer::ObservesAnything() const {
  return std::find(observable_.begin(), observable_.end(), true) != observable_.end();
}

LabelId Observer::LabelOf(cpn::BindingElementId element) {
  if (of_element_.size() <= element) of_element_.resize(element + 1);
  std::optional<LabelId>& label = of_element_[element];
  if (!label) label = Observe(model_.engine().Element(element));
  return *label;
}

LabelId Observer::Observe(const cpn::BindingElement& element) {
  if (!observable_[element.transition]) return kSilent;
  return labels_.Intern(specification_.Observe(element));
}

}  // namespace generator
