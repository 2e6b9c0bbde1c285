// An evaluator that checks, while a model runs, that its functions respect the symmetry that it
// declares: permuted arguments must give the permuted result.
//
// Invariants:
//  1. When a call returns, the function has been evaluated for every image of the arguments under
//     the whole group, and every result was the image of the first: the images are found by the
//     generators, each from one found before.
//  2. Until Enable(), and for models that declare nothing symmetric, it only passes calls on.
// What it proves: the functions that an exploration of representatives enters are symmetric for
// all arguments that the unreduced exploration would give them; see docs/symmetry.md.
// Thread safety: as Evaluator.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cpn/symmetry/net_check.h"
#include "cpn/values/evaluator.h"
#include "cpn/values/id_table.h"

namespace cpn::symmetry {

class CheckedEvaluator : public Evaluator {
 public:
  /// Images of one call's arguments that are tried; beyond it EffortExceeded is thrown.
  static constexpr std::size_t kMostImages = 1'000'000;

  /// `inner` must outlive it.
  explicit CheckedEvaluator(Evaluator* inner) : inner_(inner) {}

  /// All must outlive the evaluator. Calls that were made before are not checked. Throws as
  /// UsesOfFunctions().
  void Enable(const Model* model, const Group* group, const Action* action,
              MultiSetStore* multisets, const ValueStore* values);

  /// Throw ModelError when the function tells symmetric values apart; EffortExceeded.
  bool Test(FunctionId function, std::span<const Value> arguments) override;
  Value Compute(FunctionId function, std::span<const Value> arguments, ColourSetId type) override;
  void ComputeMultiSet(FunctionId function, std::span<const Value> arguments, ColourSetId type,
                       std::vector<MultiSetEntry>& out) override;

 private:
  enum class Kind : std::uint8_t { kTest, kCompute, kMultiSet };
  struct Call {
    Kind kind = Kind::kTest;
    FunctionId function = 0;
    ColourSetId type = 0;
  };
  using Arguments = std::vector<Value>;

  static std::uint64_t HashOf(const Call& call, std::span<const Value> arguments);
  std::uint32_t Evaluate(const Call& call, std::span<const Value> arguments);
  std::uint32_t ImageOf(const Call& call, const Permutation& permutation, std::uint32_t result);
  Arguments ImageOf(const Call& call, const Permutation& permutation,
                    std::span<const Value> arguments);
  std::uint32_t Checked(const Call& call, std::span<const Value> arguments);
  void CheckImages(const Call& call, const Arguments& arguments, std::uint32_t result);
  /// Requires that it was not noted before.
  void Note(const Call& call, std::span<const Value> arguments, std::uint32_t result);
  std::uint32_t Find(const Call& call, std::span<const Value> arguments) const;
  [[noreturn]] void Fail(const Call& call, const Group::Generator& generator,
                         const Arguments& arguments, std::uint32_t result, const Arguments& image,
                         std::uint32_t found);
  std::string TextOf(const Call& call, std::uint32_t result) const;
  std::string TextOf(const Call& call, const Arguments& arguments) const;

  Evaluator* inner_;
  const Model* model_ = nullptr;
  const Group* group_ = nullptr;
  const Action* action_ = nullptr;
  MultiSetStore* multisets_ = nullptr;
  const ValueStore* values_ = nullptr;
  std::vector<FunctionUse> uses_;
  struct Known {
    Call call;
    Arguments arguments;
    std::uint32_t result = 0;
  };
  std::vector<Known> known_;
  IdTable index_;
};

}  // namespace cpn::symmetry
