#include "cpn/engine/candidates.h"

#include <map>
#include <vector>

#include "cpn/engine/binding_search.h"

namespace cpn {
namespace {

std::vector<std::uint32_t> NumbersOfVariables(const Net& net) {
  std::vector<std::uint32_t> numbers;
  for (const Transition& transition : net.transitions()) {
    numbers.push_back(static_cast<std::uint32_t>(transition.declaration->variables.size()));
  }
  return numbers;
}

/// A transition without its guards, and how to search for its bindings.
struct Unguarded {
  explicit Unguarded(const CompiledTransition& compiled) : transition(compiled) {
    transition.guards.clear();
  }
  CompiledTransition transition;
  SearchPlans plans{&transition};
};

}  // namespace

struct Candidates::Parts {
  Parts(Engine* model_engine, const EngineOptions& options)
      : engine(model_engine),
        elements(NumbersOfVariables(model_engine->net())),
        search(model_engine->context(), &elements, options.max_search_steps, options.budget) {}

  Engine* engine;
  ElementStore elements;
  BindingSearch search;
  std::map<TransitionId, std::unique_ptr<Unguarded>> transitions;
};

Candidates::Candidates(Engine* engine, const EngineOptions& options)
    : parts_(std::make_unique<Parts>(engine, options)) {}
Candidates::~Candidates() = default;

void Candidates::ForEach(TransitionId transition, const Marking& marking,
                         const std::function<void(std::span<const Value> binding)>& visit) {
  std::unique_ptr<Unguarded>& unguarded = parts_->transitions[transition];
  if (!unguarded) unguarded = std::make_unique<Unguarded>(parts_->engine->Compiled(transition));
  for (const BindingElementId id :
       parts_->search.FindCandidates(unguarded->transition, unguarded->plans, marking)) {
    visit(parts_->elements[id].binding);
  }
}

}  // namespace cpn
