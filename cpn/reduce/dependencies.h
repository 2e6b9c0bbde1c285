// Which classes of binding elements have to do with which, computed once for a net: what the
// closure of stubborn sets (chooser.h) follows. docs/reductions.md has the rules and their proof.
//
// Thread safety: immutable once made.
// Source: Valmari, "Stubborn sets for reduced state space generation" (1990); Varpaaniemi, "On the
// stubborn set method in reduced state space generation" (1998).
#pragma once

#include <memory>
#include <vector>

#include "cpn/reduce/bit_set.h"
#include "cpn/reduce/event_classes.h"
#include "cpn/reduce/unfolding.h"

namespace cpn::reduce {

/// Why no element of a class may be enabled, and who can change that.
struct Reason {
  const Touch* touch = nullptr;
  /// Of a need: those that may add such a token. Of an inhibitor: those that may take a token.
  BitSet remedies;
};

class Dependencies {
 public:
  /// The engine must outlive it. Throws ModelError when a colour set's predicate fails.
  Dependencies(Engine& engine, const ReductionOptions& options);

  const EventClasses& classes() const { return classes_; }
  std::size_t size() const { return classes_.size(); }
  const Engine& engine() const { return *engine_; }

  /// Null: the net is not unfolded, and what follows is about its classes.
  const Unfolding* unfolding() const { return unfolding_.get(); }
  /// Of the unfolding, those that are visible, ascending.
  const std::vector<ElementNumber>& visible_elements() const { return visible_elements_; }

  /// What must be in a stubborn set together with an enabled element of the class, itself included.
  const BitSet& OfEnabled(ClassId c) const { return of_enabled_[c]; }
  /// One by one, what decides that no element is enabled.
  const std::vector<Reason>& Reasons(ClassId c) const { return reasons_[c]; }
  /// Whatever may enable an element of the class.
  const BitSet& AllRemedies(ClassId c) const { return all_remedies_[c]; }
  /// Classes with the priority of `level`, or a higher one.
  const BitSet& UpToLevel(std::uint32_t level) const { return up_to_level_[level]; }

 private:
  struct At {
    ClassId owner = 0;
    const Touch* touch = nullptr;
  };

  void Unfold(Engine& engine, const ReductionOptions& options);
  void Relate(const std::vector<At>& touches, const ValueStore& values);
  void RelateTwo(const At& a, const At& b);
  void AddRemedies(const std::vector<At>& touches, const ValueStore& values);
  void MakeLevels(std::size_t levels);
  void FollowConsequences();
  void KeepVisibleOrder();

  const Engine* engine_;
  EventClasses classes_;
  std::unique_ptr<const Unfolding> unfolding_;
  std::vector<ElementNumber> visible_elements_;
  std::vector<BitSet> conflicts_;     // by class: may be disabled by it, or disable it
  std::vector<BitSet> related_;       // by class: there is a token that both have to do with
  std::vector<BitSet> feeds_;         // by class: those that it may enable
  std::vector<BitSet> consequences_;  // by class: those of higher priority that it may bring about
  std::vector<BitSet> of_enabled_;
  std::vector<BitSet> all_remedies_;
  /// By class: what may enable other elements of it than those that are enabled.
  std::vector<BitSet> open_remedies_;
  std::vector<BitSet> up_to_level_;
  std::vector<std::vector<Reason>> reasons_;
};

}  // namespace cpn::reduce
