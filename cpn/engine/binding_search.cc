#include "cpn/engine/binding_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <string>

namespace cpn {

BindingSearch::BindingSearch(const EngineContext& context, ElementStore* elements,
                             std::uint64_t max_steps, const base::Budget* budget)
    : context_(context),
      elements_(elements),
      max_steps_(max_steps),
      budget_(budget),
      terms_(context),
      inhibitors_(&terms_, context.multisets),
      count_step_([this] { CountStep(); }) {}

std::span<const BindingElementId> BindingSearch::Find(const CompiledTransition& transition,
                                                      SearchPlans& plans, const Marking& marking) {
  candidates_ = false;
  Start(transition, plans, marking);
  Sort();
  return found_;
}

std::span<const BindingElementId> BindingSearch::FindCandidates(
    const CompiledTransition& transition, SearchPlans& plans, const Marking& marking) {
  candidates_ = true;
  Start(transition, plans, marking);
  std::ranges::sort(found_);
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  return found_;
}

void BindingSearch::Start(const CompiledTransition& transition, SearchPlans& plans,
                          const Marking& marking) {
  transition_ = &transition;
  marking_ = &marking;
  plan_ = &plans.For(marking, *context_.multisets);
  binding_.Reset(transition.variables);
  wildcards_.assign(transition.wildcards, Value{});
  taken_.clear();
  tokens_.clear();
  found_.clear();
  steps_ = 0;
  Run(0);
}

bool BindingSearch::ReadsUnbound(std::span<const std::uint32_t> variables) const {
  return candidates_ &&
         std::ranges::any_of(variables, [this](std::uint32_t v) { return !binding_.IsBound(v); });
}

template <typename Computation>
bool BindingSearch::Try(Computation compute) {
  if (!candidates_) {
    compute();
    return true;
  }
  try {
    compute();
    return true;
  } catch (const ModelError&) {
    return false;
  }
}

void BindingSearch::Run(std::size_t step) {
  if (step == plan_->size()) return Emit();
  const auto [kind, index] = (*plan_)[step];
  switch (kind) {
    case SearchStep::Kind::kMatch:
      return Match(transition_->matched[index], step);
    case SearchStep::Kind::kLookUp:
      return LookUp(transition_->matched[index], step);
    case SearchStep::Kind::kCompute:
      return Compute(transition_->computed[index], step);
    case SearchStep::Kind::kLet:
      return Let(transition_->lets[index], step);
    case SearchStep::Kind::kGuard:
      if (terms_.Holds(transition_->guards[index], binding_)) Run(step + 1);
      return;
    case SearchStep::Kind::kInhibitor: {
      const CompiledInhibitor& inhibitor = transition_->inhibitors[index];
      bool disables = false;
      if (!ReadsUnbound(inhibitor.variables)) {
        Try([&] {
          disables =
              inhibitors_.Disables(inhibitor, (*marking_)[inhibitor.place], binding_, count_step_);
        });
      }
      if (!disables) Run(step + 1);
      return;
    }
    case SearchStep::Kind::kFree:
      return Free(index, step);
  }
}

void BindingSearch::Match(const CompiledTerm& term, std::size_t step) {
  const std::size_t mark = binding_.Mark();
  const std::size_t taken = taken_.size();
  for (const MultiSetEntry& entry : context_.multisets->Entries((*marking_)[term.place])) {
    CountStep();
    if (entry.count >= term.count && terms_.Match(term.pattern, entry.value, binding_) &&
        Take(term, entry.value, term.count, entry.count)) {
      if (term.wildcard) wildcards_[*term.wildcard] = entry.value;
      Run(step + 1);
    }
    binding_.Undo(mark);
    taken_.resize(taken);
  }
}

void BindingSearch::LookUp(const CompiledTerm& term, std::size_t step) {
  CountStep();
  if (ReadsUnbound(term.variables)) return Run(step + 1);
  const Value token = terms_.Build(term.pattern, binding_);
  const std::size_t taken = taken_.size();
  if (Take(term, token, term.count, context_.multisets->Count((*marking_)[term.place], token))) {
    Run(step + 1);
  }
  taken_.resize(taken);
}

void BindingSearch::Compute(const CompiledTerm& term, std::size_t step) {
  const std::size_t base = tokens_.size();
  const std::size_t taken = taken_.size();
  if (ReadsUnbound(term.variables) || !Try([&] { terms_.AppendTokens(term, binding_, tokens_); })) {
    tokens_.resize(base);
    return Run(step + 1);
  }
  bool all = true;
  for (std::size_t i = base; i < tokens_.size() && all; ++i) {
    const MultiSetEntry entry = tokens_[i];
    all = Take(term, entry.value, entry.count,
               context_.multisets->Count((*marking_)[term.place], entry.value));
  }
  tokens_.resize(base);
  if (all) Run(step + 1);
  taken_.resize(taken);
}

void BindingSearch::Let(const CompiledLet& let, std::size_t step) {
  Value value;
  if (ReadsUnbound(let.call.reads) ||
      !Try([&] { value = terms_.Compute(let.call, let.type, binding_); })) {
    return Run(step + 1);
  }
  if (binding_.IsBound(let.variable)) {
    if (binding_[let.variable] == value) Run(step + 1);
    return;
  }
  const std::size_t mark = binding_.Mark();
  binding_.Bind(let.variable, value);
  Run(step + 1);
  binding_.Undo(mark);
}

void BindingSearch::Free(std::uint32_t variable, std::size_t step) {
  const Transition& transition = context_.net->transitions()[transition_->id];
  const std::vector<Value>* colours = context_.colour_sets->Enumerate(
      transition.declaration->variables[variable].type, *context_.evaluator);
  assert(colours != nullptr);  // Flatten() has checked it
  const std::size_t mark = binding_.Mark();
  for (const Value colour : *colours) {
    CountStep();
    binding_.Bind(variable, colour);
    Run(step + 1);
    binding_.Undo(mark);
  }
}

bool BindingSearch::Take(const CompiledTerm& term, Value value, std::uint64_t count,
                         std::uint64_t available) {
  if (!term.shared) return count <= available;
  std::uint64_t wanted = count;
  for (const Taken& other : taken_) {
    if (other.place == term.place && other.value == value) wanted += other.count;
  }
  if (wanted > available) return false;
  taken_.push_back({term.place, value, count});
  return true;
}

void BindingSearch::Emit() {
  scratch_.assign(binding_.values().begin(), binding_.values().end());
  assert(candidates_ || std::ranges::find(scratch_, PartialBinding::kUnbound) == scratch_.end());
  scratch_.insert(scratch_.end(), wildcards_.begin(), wildcards_.end());
  found_.push_back(elements_->Intern(transition_->id, scratch_));
  steps_ += scratch_.size() / 4;  // what is found is kept: many variables, much memory
}

void BindingSearch::Sort() {
  const auto less = [this](BindingElementId a, BindingElementId b) {
    const std::span<const Value> x = elements_->Values(a);
    const std::span<const Value> y = elements_->Values(b);
    const auto [i, j] = std::ranges::mismatch(x, y);
    return i != x.end() && context_.values->Compare(*i, *j) < 0;
  };
  if (!std::ranges::is_sorted(found_, less)) std::ranges::sort(found_, less);
  // Tokens that a test arc's wildcard may choose give the same binding several times.
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

void BindingSearch::CountStep() {
  if (budget_ != nullptr) budget_->Check();
  if (++steps_ <= max_steps_) return;
  const Transition& transition = context_.net->transitions()[transition_->id];
  std::vector<std::string> free;
  for (const std::uint32_t v : transition.free_variables) {
    free.push_back(transition.declaration->variables[v].name);
  }
  throw ModelError(
      transition.declaration->where,
      fmt::format("transition {}: more than {} candidates for its binding in one marking; {}",
                  transition.name, max_steps_,
                  free.empty() ? "its input places hold too many tokens that match"
                               : fmt::format("bind {} by input arcs, or make their colour sets "
                                             "smaller",
                                             fmt::join(free, ", "))));
}

}  // namespace cpn
