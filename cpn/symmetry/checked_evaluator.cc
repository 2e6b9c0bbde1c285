#include "cpn/symmetry/checked_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "cpn/values/hash.h"

namespace cpn::symmetry {
namespace {

constexpr std::size_t kMostKnown = 4'000'000;  // checked calls remembered; then forgotten

}  // namespace

std::uint64_t CheckedEvaluator::HashOf(const Call& call, std::span<const Value> arguments) {
  const std::uint64_t kind = static_cast<std::uint64_t>(call.kind);
  return HashIds((std::uint64_t{call.type} << 34) | (std::uint64_t{call.function} << 2) | kind,
                 arguments);
}

void CheckedEvaluator::Enable(const Model* model, const Group* group, const Action* action,
                              MultiSetStore* multisets, const ValueStore* values) {
  uses_ = UsesOfFunctions(*model, *action);
  model_ = model;
  group_ = group;
  action_ = action;
  multisets_ = multisets;
  values_ = values;
}

bool CheckedEvaluator::Test(FunctionId function, std::span<const Value> arguments) {
  if (group_ == nullptr) return inner_->Test(function, arguments);
  return Checked({Kind::kTest, function, 0}, arguments) != 0;
}

Value CheckedEvaluator::Compute(FunctionId function, std::span<const Value> arguments,
                                ColourSetId type) {
  if (group_ == nullptr) return inner_->Compute(function, arguments, type);
  return Value{Checked({Kind::kCompute, function, type}, arguments)};
}

void CheckedEvaluator::ComputeMultiSet(FunctionId function, std::span<const Value> arguments,
                                       ColourSetId type, std::vector<MultiSetEntry>& out) {
  if (group_ == nullptr) return inner_->ComputeMultiSet(function, arguments, type, out);
  const MultiSet result{Checked({Kind::kMultiSet, function, type}, arguments)};
  const std::span<const MultiSetEntry> entries = multisets_->Entries(result);
  out.insert(out.end(), entries.begin(), entries.end());
}

std::uint32_t CheckedEvaluator::Evaluate(const Call& call, std::span<const Value> arguments) {
  switch (call.kind) {
    case Kind::kTest:
      return inner_->Test(call.function, arguments) ? 1 : 0;
    case Kind::kCompute:
      return inner_->Compute(call.function, arguments, call.type).id;
    case Kind::kMultiSet:
      break;
  }
  std::vector<MultiSetEntry> entries;
  inner_->ComputeMultiSet(call.function, arguments, call.type, entries);
  try {
    return multisets_->Intern(entries).id;
  } catch (const std::overflow_error& error) {
    throw ModelError(model_->functions[call.function].where,
                     fmt::format("the inscription yields {}", error.what()));
  }
}

std::uint32_t CheckedEvaluator::ImageOf(const Call& call, const Permutation& permutation,
                                        std::uint32_t result) {
  switch (call.kind) {
    case Kind::kTest:
      return result;
    case Kind::kCompute:
      return action_->Apply(permutation, call.type, Value{result}).id;
    case Kind::kMultiSet:
      return action_->Apply(permutation, call.type, MultiSet{result}).id;
  }
  return result;
}

CheckedEvaluator::Arguments CheckedEvaluator::ImageOf(const Call& call,
                                                      const Permutation& permutation,
                                                      std::span<const Value> arguments) {
  const std::vector<ColourSetId>& types = uses_[call.function].types;
  Arguments image(arguments.begin(), arguments.end());
  for (std::size_t i = 0; i < std::min(types.size(), image.size()); ++i) {
    image[i] = action_->Apply(permutation, types[i], image[i]);
  }
  return image;
}

std::uint32_t CheckedEvaluator::Checked(const Call& call, std::span<const Value> arguments) {
  const std::uint32_t found = Find(call, arguments);
  // Asked again, the model may answer differently: whoever asks twice wants to know.
  if (found != IdTable::kNone) return Evaluate(call, arguments);
  const std::uint32_t result = Evaluate(call, arguments);
  if (known_.size() > kMostKnown) {
    known_.clear();
    index_.Clear();
  }
  const Arguments copy(arguments.begin(), arguments.end());
  Note(call, copy, result);
  CheckImages(call, copy, result);
  return result;
}

void CheckedEvaluator::CheckImages(const Call& call, const Arguments& arguments,
                                   std::uint32_t result) {
  std::vector<std::pair<Arguments, std::uint32_t>> waiting = {{arguments, result}};
  std::size_t images = 0;
  while (!waiting.empty()) {
    const auto [from, yields] = std::move(waiting.back());
    waiting.pop_back();
    for (const Group::Generator& generator : group_->generators()) {
      const Arguments image = ImageOf(call, generator.permutation, from);
      const std::uint32_t expected = ImageOf(call, generator.permutation, yields);
      const std::uint32_t known = Find(call, image);
      const std::uint32_t found =
          known != IdTable::kNone ? known_[known].result : Evaluate(call, image);
      if (found != expected) Fail(call, generator, from, yields, image, found);
      if (known != IdTable::kNone) continue;
      Note(call, image, found);
      waiting.emplace_back(image, found);
      if (++images > kMostImages) {
        throw EffortExceeded(fmt::format(
            "{}: the arguments ({}) of a function have more than {} images under the declared "
            "symmetry, and each is checked; explore without --reduce symmetry",
            uses_[call.function].owner, TextOf(call, arguments), kMostImages));
      }
    }
  }
}

std::uint32_t CheckedEvaluator::Find(const Call& call, std::span<const Value> arguments) const {
  const std::uint64_t hash = HashOf(call, arguments);
  return index_.Find(hash, [&](std::uint32_t id) {
    const Known& known = known_[id];
    return known.call.kind == call.kind && known.call.function == call.function &&
           known.call.type == call.type && std::ranges::equal(known.arguments, arguments);
  });
}

void CheckedEvaluator::Note(const Call& call, std::span<const Value> arguments,
                            std::uint32_t result) {
  const std::uint64_t hash = HashOf(call, arguments);
  index_.Insert(hash, static_cast<std::uint32_t>(known_.size()));
  known_.push_back({call, {arguments.begin(), arguments.end()}, result});
}

void CheckedEvaluator::Fail(const Call& call, const Group::Generator& generator,
                            const Arguments& arguments, std::uint32_t result,
                            const Arguments& image, std::uint32_t found) {
  const std::uint32_t expected = ImageOf(call, generator.permutation, result);
  throw ModelError(
      model_->functions[call.function].where,
      fmt::format("{} tells values of {} apart, which is declared symmetric: ({}) yields {}, so "
                  "that with {} ({}) must yield {}, but it yields {}",
                  uses_[call.function].owner, NameOf(*group_, generator.set, *model_),
                  TextOf(call, arguments), TextOf(call, result),
                  symmetry::TextOf(generator, *group_, *values_), TextOf(call, image),
                  TextOf(call, expected), TextOf(call, found)));
}

std::string CheckedEvaluator::TextOf(const Call& call, std::uint32_t result) const {
  switch (call.kind) {
    case Kind::kTest:
      return result != 0 ? "true" : "false";
    case Kind::kCompute:
      return values_->Format(Value{result});
    case Kind::kMultiSet:
      return multisets_->Format(MultiSet{result});
  }
  return "";
}

std::string CheckedEvaluator::TextOf(const Call& call, const Arguments& arguments) const {
  const Function& function = model_->functions[call.function];
  std::string text;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", function.parameters[i],
                        values_->Format(arguments[i]));
  }
  return text;
}

}  // namespace cpn::symmetry
