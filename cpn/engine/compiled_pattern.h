// A pattern prepared for its place: field positions and colour-set checks resolved, so that
// matching and building never look at names of the declaration.
//
// Thread safety: as ValueStore.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cpn/net/model.h"
#include "cpn/values/colour_sets.h"
#include "cpn/values/evaluator.h"
#include "cpn/values/value.h"

namespace cpn {

struct CompiledPattern {
  PatternKind kind = PatternKind::kAny;
  std::uint32_t variable = 0;
  /// kVariable: the token may hold what is no colour of the variable, so ask.
  bool ask = false;
  ColourSetId type = 0;                  ///< kVariable: its colour set
  Value constant;                        ///< kConstant
  std::string constructor;               ///< kUnion
  RecordShape shape;                     ///< kRecord
  std::vector<std::uint32_t> positions;  ///< kRecord: per child, its index in Elements(); ascending
  std::vector<CompiledPattern> children;
  bool wildcard = false;  ///< matches more than one colour when all its variables are bound
};

/// Requires that PatternProblem() finds nothing.
CompiledPattern CompilePattern(const Pattern& pattern, ColourSetId set,
                               const TransitionDeclaration& transition,
                               const ColourSets& colour_sets, ValueStore& values);

/// The values of a transition's variables while they are being found.
class PartialBinding {
 public:
  static constexpr Value kUnbound{0xffffffff};

  void Reset(std::size_t variables) {
    values_.assign(variables, kUnbound);
    trail_.clear();
  }
  /// Requires that values are bound from outside the search: no Undo() for them.
  void Assign(std::span<const Value> values) { values_.assign(values.begin(), values.end()); }

  bool IsBound(std::uint32_t variable) const { return values_[variable] != kUnbound; }
  Value operator[](std::uint32_t variable) const { return values_[variable]; }
  void Bind(std::uint32_t variable, Value v) {
    values_[variable] = v;
    trail_.push_back(variable);
  }
  /// What is bound now; Undo(Mark()) unbinds all that was bound in between.
  std::size_t Mark() const { return trail_.size(); }
  void Undo(std::size_t mark) {
    for (; trail_.size() > mark; trail_.pop_back()) values_[trail_.back()] = kUnbound;
  }
  std::span<const Value> values() const { return values_; }

 private:
  std::vector<Value> values_;
  std::vector<std::uint32_t> trail_;
};

/// Matches and builds; holds scratch space only.
class PatternRunner {
 public:
  PatternRunner(ColourSets* colour_sets, ValueStore* values, Evaluator* evaluator)
      : colour_sets_(colour_sets), values_(values), evaluator_(evaluator) {}

  /// Does `token` match? Binds unbound variables on the way, also when the answer is no.
  bool Match(const CompiledPattern& pattern, Value token, PartialBinding& binding);
  /// The colour that `pattern` denotes. Requires that all its variables are bound, no wildcard.
  Value Build(const CompiledPattern& pattern, const PartialBinding& binding);

 private:
  bool MatchVariable(const CompiledPattern& pattern, Value token, PartialBinding& binding);
  bool MatchParts(const CompiledPattern& pattern, std::span<const Value> parts,
                  PartialBinding& binding);
  bool MatchCons(const CompiledPattern& pattern, Value token, PartialBinding& binding);
  bool MatchRecord(const CompiledPattern& pattern, Value token, PartialBinding& binding);
  bool MatchUnion(const CompiledPattern& pattern, Value token, PartialBinding& binding);

  ColourSets* colour_sets_;
  ValueStore* values_;
  Evaluator* evaluator_;
  std::vector<Value> stack_;
};

}  // namespace cpn
