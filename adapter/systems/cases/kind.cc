#include "adapter/systems/cases/kind.h"

#include <algorithm>

namespace cases {
namespace {

using adapter::CaseElement;
using adapter::CasePart;

// The elements right below the part; those of a choice may stand in several of its branches.
void AddElements(const Particle& particle, CasePart part, std::vector<CaseElement>& elements) {
  if (particle.kind == Particle::Kind::kElement) {
    const bool known = std::ranges::any_of(elements, [&](const CaseElement& element) {
      return element.part == part && element.name == particle.name;
    });
    if (!known) elements.push_back({particle.name, part, particle.shared});
    return;
  }
  for (const Particle& child : particle.parts) AddElements(child, part, elements);
}

}  // namespace

std::vector<CaseElement> ElementsOf(const Grammar& grammar) {
  std::vector<CaseElement> elements;
  for (const Particle& each : grammar.values) AddElements(each, CasePart::kValues, elements);
  for (const Particle& each : grammar.oracles) AddElements(each, CasePart::kOracles, elements);
  for (const Particle& each : grammar.steps) AddElements(each, CasePart::kSteps, elements);
  return elements;
}

}  // namespace cases
