// A test case specification of a model: which binding elements can be observed, as what, and how
// the observations of a run become a test case and its XML. The model states it in Lua; callers see
// C++.
//
// Invariants:
//  1. Values inside observations belong to the ValueStore of the specification's model.
//  2. What Normalise() returns is canonical: Normalise() of it gives it back unless the model's own
//     hook does not; two cases are the same test case if and only if they are then equal.
// Every hook throws ModelError when the model's code fails, naming the hook, its line and
// arguments.
// Thread safety: as its LuaModel (one worker).
// Source: Wang, Kristensen, Meling & Stolz, "Automated test case generation for the Paxos
// single-decree protocol using a coloured Petri net model" (2019): detection, observation, format,
// normalise.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/lua/run/test_case.h"
#include "cpn/values/error.h"
#include "cpn/values/value.h"

namespace cpn::lua {

/// A loaded model and its declaration: model_state.h, declarations.h.
struct ModelState;
struct TestDeclaration;

class TestSpecification {
 public:
  /// Both must outlive the specification. Made by LuaModel only.
  TestSpecification(ModelState* model, const TestDeclaration* declaration);

  const std::string& name() const;
  CaseScope scope() const;
  CaseOrder order() const;
  const SourceLocation& where() const;
  /// The function of a marking goes to the model's state_functions().
  const CaseGoal& goal() const;
  /// How likely a stimulus of this transition is in online testing, beside the others; above 0.
  double WeightOf(const Transition& transition) const;
  /// The probability with which online testing waits before a stimulus, if the model says it.
  std::optional<double> wait() const;

  /// Could any occurrence of this transition be observed? False for most: no hook is then called.
  bool Observes(const Transition& transition) const;
  /// What the occurrence of `element` shows, in order; empty when it is not observed. `element` is
  /// one of the model's own net. Calls Lua: memoise it by binding element.
  std::vector<Observation> Observe(const BindingElement& element);
  /// The XML elements that stand for one observation; empty: it is not written.
  std::vector<XmlNode> Format(const Observation& observation);
  /// The canonical form of a case: the model's `normalise` hook, then, for kSet, sorted with
  /// duplicates merged.
  TestCase Normalise(TestCase test_case);
  /// Calls the `suite` hook.
  SuiteInfo Suite();
  /// Extra attributes for a (normalised) case, in the hook's order.
  std::vector<std::pair<std::string, std::string>> Attributes(const TestCase& test_case);
  /// Does the model want few cases, with all pairs of options?
  bool IsPairwise() const;
  /// The options of a (normalised) case by the `pairwise` hook, in the order of their names.
  std::vector<std::pair<std::string, std::string>> Options(const TestCase& test_case);

  /// The order of kSet cases: stimuli first, then by name, then by fields.
  std::strong_ordering Compare(const Observation& a, const Observation& b) const;
  /// For messages: "stimulus Vote {value = "yes", worker = 1}".
  std::string Describe(const Observation& observation) const;

 private:
  ModelState* model_;
  const TestDeclaration* declaration_;
};

}  // namespace cpn::lua
