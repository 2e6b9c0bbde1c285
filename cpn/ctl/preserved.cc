#include "cpn/ctl/preserved.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cpn/symmetry/net_check.h"
#include "cpn/values/hash.h"

namespace cpn::ctl {
namespace {

constexpr std::size_t kMostChecked = 2'000'000;  // questions that are remembered; then forgotten

const char* const kHowElse = "; check this property without --reduce symmetry";

/// The name of the first symmetric set whose permutations change the value; empty when none does.
std::string ChangedBy(const symmetry::Symmetry& symmetry, ColourSetId type, Value value) {
  for (const symmetry::Group::Generator& generator : symmetry.group().generators()) {
    if (symmetry.action().Apply(generator.permutation, type, value) == value) continue;
    return symmetry::NameOf(symmetry.group(), generator.set, symmetry.net().model());
  }
  return "";
}

void RequireSymmetricPatterns(const Formula& formula, const symmetry::Symmetry& symmetry,
                              const std::string& property) {
  for (const Formula& operand : formula.operands) {
    RequireSymmetricPatterns(operand, symmetry, property);
  }
  if (formula.op != Operator::kArcPattern) return;
  const Model& model = symmetry.net().model();
  const ArcPattern& pattern = formula.arc_pattern;
  const TransitionDeclaration& transition =
      model.modules[pattern.module].transitions[pattern.transition];
  for (const auto& [index, value] : pattern.values) {
    const Variable& variable = transition.variables[index];
    const std::string set = ChangedBy(symmetry, variable.type, value);
    if (set.empty()) continue;
    throw ModelError(
        formula.where,
        fmt::format("property \"{}\" asks for {} = {} of {}, and --reduce symmetry does "
                    "not tell values of {} apart{}",
                    property, variable.name, symmetry.values().Format(value), transition.name, set,
                    kHowElse));
  }
}

void RequireSymmetricFairness(const symmetry::Symmetry& symmetry, FairnessMode mode) {
  for (const Transition& transition : symmetry.net().transitions()) {
    const Fairness fairness = FairnessOf(*transition.declaration, mode);
    if (fairness.kind == Fairness::Kind::kNone) continue;
    for (const std::uint32_t index : fairness.apart) {
      const Variable& variable = transition.declaration->variables[index];
      if (!symmetry.action().Moves(variable.type)) continue;
      throw ModelError(transition.declaration->where,
                       fmt::format("transition {} is fair to each value of {}, which --reduce "
                                   "symmetry does not tell apart; check without it, or with "
                                   "--fairness none",
                                   transition.name, variable.name));
    }
  }
}

/// A marking under a permutation.
class Image final : public MarkingView {
 public:
  Image(const MarkingView* marking, const symmetry::Symmetry* symmetry,
        symmetry::Permutation permutation)
      : marking_(marking), symmetry_(symmetry), permutation_(std::move(permutation)) {}

  MultiSet At(PlaceId place) const override {
    const ColourSetId type = symmetry_->net().places()[place].type;
    return symmetry_->action().Apply(permutation_, type, marking_->At(place));
  }
  symmetry::Permutation Then(const symmetry::Permutation& next) const {
    symmetry::Permutation both = permutation_;
    for (symmetry::Point& point : both) point = next[point];
    return both;
  }

 private:
  const MarkingView* marking_;
  const symmetry::Symmetry* symmetry_;
  symmetry::Permutation permutation_;
};

}  // namespace

void RequireSymmetric(std::span<const Property* const> properties,
                      const symmetry::Symmetry& symmetry, FairnessMode fairness) {
  for (const Property* property : properties) {
    RequireSymmetricPatterns(property->formula, symmetry, property->name);
  }
  RequireSymmetricFairness(symmetry, fairness);
}

std::size_t SymmetricFunctions::HashKey::operator()(const Key& key) const {
  std::uint64_t hash = key.size();
  for (const std::uint32_t part : key) hash = CombineHash(hash, part);
  return hash;
}

SymmetricFunctions::Key SymmetricFunctions::KeyOf(StateFunctionId function,
                                                  const MarkingView& marking,
                                                  std::span<const PlaceId> reads) {
  Key key = {function};
  for (const PlaceId place : reads) key.push_back(marking.At(place).id);
  return key;
}

bool SymmetricFunctions::Holds(StateFunctionId function, const MarkingView& marking,
                               std::vector<PlaceId>& reads) {
  std::vector<PlaceId> read;
  const bool holds = inner_->Holds(function, marking, read);
  reads.insert(reads.end(), read.begin(), read.end());
  if (checked_.size() > kMostChecked) checked_.clear();
  if (checked_.contains(KeyOf(function, marking, read))) return holds;
  std::vector<Key> asked = {KeyOf(function, marking, read)};
  CheckImages(function, marking, read, holds, asked);
  // Only now: who asks again after a failure must be told again.
  checked_.insert(asked.begin(), asked.end());
  return holds;
}

void SymmetricFunctions::CheckImages(StateFunctionId function, const MarkingView& marking,
                                     const std::vector<PlaceId>& read, bool holds,
                                     std::vector<Key>& asked) const {
  std::unordered_set<Key, HashKey> known(asked.begin(), asked.end());
  std::vector<Image> waiting = {Image(&marking, symmetry_, symmetry_->group().Identity())};
  while (!waiting.empty()) {
    const Image from = std::move(waiting.back());
    waiting.pop_back();
    for (const symmetry::Group::Generator& generator : symmetry_->group().generators()) {
      const Image image(&marking, symmetry_, from.Then(generator.permutation));
      Key key = KeyOf(function, image, read);
      if (!known.insert(key).second) continue;
      asked.push_back(std::move(key));
      std::vector<PlaceId> image_read;
      const bool image_holds = inner_->Holds(function, image, image_read);
      if (image_holds != holds || image_read != read) {
        Fail(function, marking, holds, image, image_holds, read);
      }
      waiting.push_back(image);
      if (asked.size() > kMostImages) {
        throw symmetry::EffortExceeded(fmt::format(
            "{}:{}: what this function reads has more than {} images under the declared symmetry, "
            "and each is checked{}",
            Where(function).file, Where(function).line, kMostImages, kHowElse));
      }
    }
  }
}

void SymmetricFunctions::Fail(StateFunctionId function, const MarkingView& marking, bool holds,
                              const MarkingView& image, bool image_holds,
                              std::span<const PlaceId> reads) const {
  std::string before, after;
  for (const PlaceId place : reads) {
    const std::string& name = symmetry_->net().places()[place].name;
    const char* const separator = before.empty() ? "" : ", ";
    before +=
        fmt::format("{}{} = {}", separator, name, symmetry_->multisets().Format(marking.At(place)));
    after +=
        fmt::format("{}{} = {}", separator, name, symmetry_->multisets().Format(image.At(place)));
  }
  const std::string what =
      holds == image_holds
          ? fmt::format("it reads other places with {} than with {}", after, before)
          : fmt::format("it is {} with {}, and {} with {}", holds, before, image_holds, after);
  throw ModelError(Where(function),
                   fmt::format("this state function tells values apart that are declared "
                               "symmetric: {}{}",
                               what, kHowElse));
}

}  // namespace cpn::ctl
