// Watches runs of a net, step by step, for what one finite run can show: that a property is
// violated.
//
// How it works: a property is taken apart into claims about single markings and steps. These can be
// violated by a finite run:
//   INV(F), NOT(POS(F))    where F does not hold, or holds, in a marking or of a step;
//   EV(F), NOT(ALONG(F))   when the run ends in a dead marking and F never held, or always;
//   F                      in the initial marking;
//   AND, OR of these       with any of its operands; with all of them.
// F is plain: made of NF or AF, NOT, AND, OR, TT and FF. No finite run decides anything else.
//
// Invariant: a violation is sure, since every run is a path of the state space; that there is none
// in the runs that were watched proves nothing.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/ctl/result.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/engine/engine.h"

namespace cpn::ctl {

/// Why no finite run can violate `property`: a sentence without its full stop, with the place of
/// the operator that it names. Nothing when a run can.
std::optional<std::string> WhyNoRunViolates(const Property& property);

class RunMonitor {
 public:
  /// All arguments must outlive the monitor; WhyNoRunViolates(property) must be nothing.
  RunMonitor(const Engine& engine, StateFunctionMemo& memo, const Property& property);

  /// Begins a new run. Throws ModelError, as Step does, when a state function fails.
  void Begin(const Marking& initial);
  /// `element` has occurred and led to `after`.
  void Step(BindingElementId element, const Marking& after);
  /// The last marking is dead: the run is maximal.
  void EndDead();

  bool violated() const { return violated_; }
  /// Whether EndDead() would violate the property now, and what is to come need not: something that
  /// it claims of all paths has not come to hold yet. False once it is violated.
  bool owes() const { return !violated_ && OwedBy(claim_); }
  /// What of the run up to now decides what comes of its rest, besides the marking: equal memories,
  /// equal verdicts. Requires that it is not violated.
  std::uint64_t memory() const { return MemoryOf(claim_, 1); }
  /// The counterexample, from a run's steps up to now at least. Requires violated().
  Evidence Counterexample(std::span<const BindingElementId> steps) const;

 private:
  enum class Kind { kNow, kAlways, kEventually, kAll, kAny };
  /// That `formula` holds, or that it does not; kAll and kAny are about their parts only.
  struct Claim {
    Kind kind = Kind::kNow;
    const Formula* formula = nullptr;
    bool holds = true;
    std::vector<Claim> parts;
    bool met = false;                        ///< kEventually: it was true once
    std::optional<std::size_t> violated_at;  ///< after so many steps
  };

  static Claim Compile(const Formula& formula, bool holds);
  bool IsTrue(const Formula& plain, const Marking* marking, const BindingElementId* step);
  void Reset(Claim& claim);
  void Look(Claim& claim, const Marking* marking, const BindingElementId* step);
  void End(Claim& claim);
  void Conclude(Claim& claim) const;
  static bool OwedBy(const Claim& claim);
  static std::uint64_t MemoryOf(const Claim& claim, std::uint64_t memory);
  void Explain(const Claim& claim, std::vector<Milestone>& milestones) const;

  const Engine& engine_;
  StateFunctionMemo& memo_;
  const Property& property_;
  Claim claim_;
  std::size_t steps_ = 0;
  bool dead_ = false;
  bool violated_ = false;
};

}  // namespace cpn::ctl
