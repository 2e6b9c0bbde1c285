// The evaluator with a memory: an inscription is evaluated once per distinct values of what it
// reads, and a sample of the memory is checked against the inscription itself.
//
// Invariants:
//  1. Purity sample: the first evaluation of every function is done twice, and so is every one when
//     the number of uses of the function is a power of two; a difference is a ModelError ("impure
//     inscription"). The sample depends on the order of uses only, so it is deterministic.
//  2. The memo takes at most about `memo_bytes`; when full it is emptied.
// Thread safety: none, one per worker.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpn/net/model.h"
#include "cpn/values/arena.h"
#include "cpn/values/evaluator.h"
#include "cpn/values/id_table.h"

namespace cpn {

class EvaluationMemo final : public Evaluator {
 public:
  /// All arguments must outlive the memo.
  EvaluationMemo(Evaluator* evaluator, const std::vector<Function>* functions,
                 const ValueStore* values, MultiSetStore* multisets, std::size_t memo_bytes);

  bool Test(FunctionId function, std::span<const Value> arguments) override;
  Value Compute(FunctionId function, std::span<const Value> arguments, ColourSetId type) override;
  void ComputeMultiSet(FunctionId function, std::span<const Value> arguments, ColourSetId type,
                       std::vector<MultiSetEntry>& out) override;
  bool InsertsInto(FunctionId function, std::uint32_t argument) const override {
    return evaluator_->InsertsInto(function, argument);
  }
  /// ComputeMultiSet() interned. Throws ModelError when a coefficient does not fit 32 bits.
  MultiSet ComputeMultiSet(FunctionId function, std::span<const Value> arguments, ColourSetId type);

  std::uint64_t evaluations() const { return evaluations_; }
  std::uint64_t purity_checks() const { return purity_checks_; }

 private:
  enum class Kind : std::uint8_t { kTest, kCompute, kMultiSet };
  struct Request {
    Kind kind;
    FunctionId function;
    ColourSetId type;
    std::span<const Value> arguments;
  };

  /// The result as an id: 0 or 1, a value's, or a multi-set's.
  std::uint32_t Ask(const Request& request);
  std::uint32_t Evaluate(const Request& request);
  void Check(const Request& request, std::uint32_t expected);
  void Remember(std::uint64_t hash, const Request& request, std::uint32_t result);
  std::string FormatResult(Kind kind, std::uint32_t result) const;

  Evaluator* evaluator_;
  const std::vector<Function>* functions_;
  const ValueStore* values_;
  MultiSetStore* multisets_;
  std::size_t memo_bytes_;
  std::vector<std::uint64_t> uses_;            // by function
  IdTable index_;                              // into records_
  std::vector<const std::uint32_t*> records_;  // function, kind and type, result, arguments
  Arena<std::uint32_t> words_;
  std::vector<std::uint32_t> scratch_;
  std::vector<MultiSetEntry> entries_;
  std::uint64_t evaluations_ = 0;
  std::uint64_t purity_checks_ = 0;
};

}  // namespace cpn
