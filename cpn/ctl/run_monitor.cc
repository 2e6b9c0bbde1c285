#include "cpn/ctl/run_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "cpn/ctl/atoms.h"
#include "cpn/ctl/propositional.h"

namespace cpn::ctl {
namespace {

bool IsAboutArcs(const Formula& plain) { return plain.sort == Sort::kArc; }

std::string Place(const Formula& formula) {
  return formula.where.line > 0 ? fmt::format(" ({}:{})", formula.where.file, formula.where.line)
                                : "";
}

/// Is "on all paths" what `op` says, when it is claimed to hold, or not to?
bool IsOfAllPaths(Operator op, bool holds) {
  if (op == Operator::kInv || op == Operator::kEv) return holds;
  return !holds && (op == Operator::kPos || op == Operator::kAlong);
}

/// As WhyNoRunViolates, of the claim that `formula` holds, or that it does not.
std::optional<std::string> WhyNot(const Formula& formula, bool holds) {
  if (IsPropositional(formula)) return std::nullopt;
  const auto negated = [&] { return holds ? "" : "NOT of "; };
  switch (formula.op) {
    case Operator::kNot:
      return WhyNot(formula.operands.front(), !holds);
    case Operator::kAnd:
    case Operator::kOr:
      for (const Formula& operand : formula.operands) {
        if (auto why = WhyNot(operand, holds)) return why;
      }
      return std::nullopt;
    case Operator::kInv:
    case Operator::kEv:
    case Operator::kPos:
    case Operator::kAlong:
      if (!IsOfAllPaths(formula.op, holds)) {
        return fmt::format(
            "{}{} claims that there is a run, and another one than those simulated may be it{}",
            negated(), NameOf(formula.op), Place(formula));
      }
      if (IsPropositional(formula.operands.front())) return std::nullopt;
      return fmt::format("what {} is about goes beyond single markings and steps{}",
                         NameOf(formula.op), Place(formula));
    default:
      return fmt::format("runs are not watched for {}{}", NameOf(formula.op), Place(formula));
  }
}

}  // namespace

std::optional<std::string> WhyNoRunViolates(const Property& property) {
  return WhyNot(property.formula, true);
}

RunMonitor::RunMonitor(const Engine& engine, StateFunctionMemo& memo, const Property& property)
    : engine_(engine), memo_(memo), property_(property), claim_(Compile(property.formula, true)) {}

RunMonitor::Claim RunMonitor::Compile(const Formula& formula, bool holds) {
  Claim claim;
  claim.formula = &formula;
  claim.holds = holds;
  if (IsPropositional(formula)) return claim;
  switch (formula.op) {
    case Operator::kNot:
      return Compile(formula.operands.front(), !holds);
    case Operator::kAnd:
    case Operator::kOr:
      claim.kind = (formula.op == Operator::kAnd) == holds ? Kind::kAll : Kind::kAny;
      for (const Formula& operand : formula.operands) {
        claim.parts.push_back(Compile(operand, holds));
      }
      return claim;
    default:
      assert(IsOfAllPaths(formula.op, holds));
      claim.kind = formula.op == Operator::kInv || formula.op == Operator::kPos ? Kind::kAlways
                                                                                : Kind::kEventually;
      claim.formula = &formula.operands.front();
      return claim;
  }
}

void RunMonitor::Begin(const Marking& initial) {
  steps_ = 0;
  dead_ = false;
  Reset(claim_);
  Look(claim_, &initial, nullptr);
  violated_ = claim_.violated_at.has_value();
}

void RunMonitor::Step(BindingElementId element, const Marking& after) {
  ++steps_;
  Look(claim_, &after, &element);
  violated_ = claim_.violated_at.has_value();
}

void RunMonitor::EndDead() {
  dead_ = true;
  End(claim_);
  violated_ = claim_.violated_at.has_value();
}

/// Of a formula about arcs, of the step; otherwise in the marking.
bool RunMonitor::IsTrue(const Formula& plain, const Marking* marking,
                        const BindingElementId* step) {
  const auto is_true = [&](const Formula& operand) { return IsTrue(operand, marking, step); };
  switch (plain.op) {
    case Operator::kTrue:
      return true;
    case Operator::kStateFunction:
      return memo_.Holds(plain.state_function, [&](PlaceId place) { return (*marking)[place]; });
    case Operator::kArcPattern:
      return Matches(engine_, plain.arc_pattern, *step);
    case Operator::kNot:
      return !is_true(plain.operands.front());
    case Operator::kAnd:
      return std::ranges::all_of(plain.operands, is_true);
    case Operator::kOr:
      return std::ranges::any_of(plain.operands, is_true);
    default:
      return false;
  }
}

void RunMonitor::Reset(Claim& claim) {
  claim.met = false;
  claim.violated_at.reset();
  for (Claim& part : claim.parts) Reset(part);
}

/// `step` is null in the initial marking.
void RunMonitor::Look(Claim& claim, const Marking* marking, const BindingElementId* step) {
  for (Claim& part : claim.parts) Look(part, marking, step);
  if (!claim.parts.empty()) return Conclude(claim);
  if (claim.violated_at || claim.met) return;
  if (claim.kind == Kind::kNow ? step != nullptr : IsAboutArcs(*claim.formula) && step == nullptr) {
    return;
  }
  const bool as_claimed = IsTrue(*claim.formula, marking, step) == claim.holds;
  if (claim.kind == Kind::kEventually) {
    claim.met = as_claimed;
  } else if (!as_claimed) {
    claim.violated_at = steps_;
  }
}

void RunMonitor::End(Claim& claim) {
  for (Claim& part : claim.parts) End(part);
  if (!claim.parts.empty()) return Conclude(claim);
  if (claim.kind == Kind::kEventually && !claim.met) claim.violated_at = steps_;
}

void RunMonitor::Conclude(Claim& claim) const {
  if (claim.violated_at) return;
  const auto violated = [](const Claim& part) { return part.violated_at.has_value(); };
  if (claim.kind == Kind::kAll ? std::ranges::any_of(claim.parts, violated)
                               : std::ranges::all_of(claim.parts, violated)) {
    claim.violated_at = steps_;
  }
}

bool RunMonitor::OwedBy(const Claim& claim) {
  if (claim.violated_at) return true;
  if (claim.parts.empty()) return claim.kind == Kind::kEventually && !claim.met;
  return claim.kind == Kind::kAll ? std::ranges::any_of(claim.parts, OwedBy)
                                  : std::ranges::all_of(claim.parts, OwedBy);
}

std::uint64_t RunMonitor::MemoryOf(const Claim& claim, std::uint64_t memory) {
  const std::uint64_t own = (claim.met ? 1u : 0u) + (claim.violated_at ? 2u : 0u);
  memory = (memory ^ own) * 0x100000001b3u;
  for (const Claim& part : claim.parts) memory = MemoryOf(part, memory);
  return memory;
}

void RunMonitor::Explain(const Claim& claim, std::vector<Milestone>& milestones) const {
  if (!claim.violated_at) return;
  if (claim.parts.empty()) {
    const bool eventually = claim.kind == Kind::kEventually;
    const char* const how = eventually    ? claim.holds ? "never holds" : "always holds"
                            : claim.holds ? "does not hold"
                                          : "holds";
    milestones.push_back(
        {*claim.violated_at,
         fmt::format("{} {}: \"{}\" is violated", NameOf(claim.formula->op), how, property_.name),
         claim.formula->where});
  }
  for (const Claim& part : claim.parts) {
    if (!part.violated_at || *part.violated_at > *claim.violated_at) continue;
    Explain(part, milestones);
    if (claim.kind == Kind::kAll) return;
  }
}

Evidence RunMonitor::Counterexample(std::span<const BindingElementId> steps) const {
  assert(violated_ && claim_.violated_at.value() <= steps.size());
  const auto shown = steps.first(*claim_.violated_at);
  Evidence evidence;
  evidence.steps.assign(shown.begin(), shown.end());
  evidence.ends_dead = dead_ && shown.size() == steps_;
  Explain(claim_, evidence.milestones);
  std::ranges::stable_sort(evidence.milestones, {}, &Milestone::steps);
  return evidence;
}

}  // namespace cpn::ctl
