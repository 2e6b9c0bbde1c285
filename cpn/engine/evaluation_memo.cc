#include "cpn/engine/evaluation_memo.h"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>

#include "cpn/values/hash.h"

namespace cpn {
namespace {

// A record's words.
constexpr std::size_t kFunction = 0;
constexpr std::size_t kKindAndType = 1;
constexpr std::size_t kResult = 2;
constexpr std::size_t kArguments = 3;

}  // namespace

EvaluationMemo::EvaluationMemo(Evaluator* evaluator, const std::vector<Function>* functions,
                               const ValueStore* values, MultiSetStore* multisets,
                               std::size_t memo_bytes)
    : evaluator_(evaluator),
      functions_(functions),
      values_(values),
      multisets_(multisets),
      memo_bytes_(memo_bytes),
      uses_(functions->size(), 0) {}

bool EvaluationMemo::Test(FunctionId function, std::span<const Value> arguments) {
  return Ask({Kind::kTest, function, 0, arguments}) != 0;
}

Value EvaluationMemo::Compute(FunctionId function, std::span<const Value> arguments,
                              ColourSetId type) {
  return Value{Ask({Kind::kCompute, function, type, arguments})};
}

MultiSet EvaluationMemo::ComputeMultiSet(FunctionId function, std::span<const Value> arguments,
                                         ColourSetId type) {
  return MultiSet{Ask({Kind::kMultiSet, function, type, arguments})};
}

void EvaluationMemo::ComputeMultiSet(FunctionId function, std::span<const Value> arguments,
                                     ColourSetId type, std::vector<MultiSetEntry>& out) {
  const std::span<const MultiSetEntry> entries =
      multisets_->Entries(ComputeMultiSet(function, arguments, type));
  out.insert(out.end(), entries.begin(), entries.end());
}

std::uint32_t EvaluationMemo::Ask(const Request& request) {
  const std::uint32_t kind_and_type =
      (request.type << 2) | static_cast<std::uint32_t>(request.kind);
  const std::uint64_t hash =
      HashIds((std::uint64_t{kind_and_type} << 32) | request.function, request.arguments);
  const std::uint32_t found = index_.Find(hash, [&](std::uint32_t id) {
    const std::uint32_t* record = records_[id];
    if (record[kFunction] != request.function || record[kKindAndType] != kind_and_type) {
      return false;
    }
    // A function has one number of parameters, so the records of one function have one length.
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
      if (record[kArguments + i] != request.arguments[i].id) return false;
    }
    return true;
  });
  const bool known = found != IdTable::kNone;
  const std::uint32_t result = known ? records_[found][kResult] : Evaluate(request);
  if (std::has_single_bit(++uses_[request.function])) Check(request, result);
  if (!known) Remember(hash, request, result);
  return result;
}

std::uint32_t EvaluationMemo::Evaluate(const Request& request) {
  ++evaluations_;
  switch (request.kind) {
    case Kind::kTest:
      return evaluator_->Test(request.function, request.arguments) ? 1 : 0;
    case Kind::kCompute:
      return evaluator_->Compute(request.function, request.arguments, request.type).id;
    case Kind::kMultiSet:
      entries_.clear();
      evaluator_->ComputeMultiSet(request.function, request.arguments, request.type, entries_);
      try {
        return multisets_->Intern(entries_).id;
      } catch (const std::overflow_error& e) {
        throw ModelError((*functions_)[request.function].where,
                         fmt::format("the inscription yields {}", e.what()));
      }
  }
  return 0;
}

void EvaluationMemo::Check(const Request& request, std::uint32_t expected) {
  ++purity_checks_;
  const std::uint32_t again = Evaluate(request);
  --evaluations_;
  if (again == expected) return;
  const Function& function = (*functions_)[request.function];
  std::string arguments;
  for (std::size_t i = 0; i < request.arguments.size(); ++i) {
    if (i > 0) arguments += ", ";
    arguments += function.parameters[i] + " = " + values_->Format(request.arguments[i]);
  }
  throw ModelError(function.where,
                   fmt::format("impure inscription: with ({}) it yields {}, and later {}; its "
                               "result must depend on nothing but the variables it reads",
                               arguments, FormatResult(request.kind, expected),
                               FormatResult(request.kind, again)));
}

void EvaluationMemo::Remember(std::uint64_t hash, const Request& request, std::uint32_t result) {
  if (index_.memory_bytes() + words_.memory_bytes() + records_.capacity() * sizeof(void*) >
      memo_bytes_) {
    index_.Clear();
    words_.Clear();
    records_ = {};
  }
  scratch_ = {request.function, (request.type << 2) | static_cast<std::uint32_t>(request.kind),
              result};
  for (const Value v : request.arguments) scratch_.push_back(v.id);
  index_.Insert(hash, static_cast<std::uint32_t>(records_.size()));
  records_.push_back(words_.Append(scratch_).data());
}

std::string EvaluationMemo::FormatResult(Kind kind, std::uint32_t result) const {
  switch (kind) {
    case Kind::kTest:
      return result != 0 ? "true" : "false";
    case Kind::kCompute:
      return values_->Format(Value{result});
    case Kind::kMultiSet:
      return multisets_->Format(MultiSet{result});
  }
  return "";
}

}  // namespace cpn
