#include "cpn/engine/term_evaluator.h"

#include <fmt/format.h>

#include <limits>

namespace cpn {

TermEvaluator::TermEvaluator(const EngineContext& context)
    : context_(context), patterns_(context.colour_sets, context.values, context.evaluator) {}

std::span<const Value> TermEvaluator::Arguments(const Call& call, const PartialBinding& binding) {
  arguments_.clear();
  for (const std::uint32_t v : call.reads) arguments_.push_back(binding[v]);
  return arguments_;
}

bool TermEvaluator::Holds(const Call& call, const PartialBinding& binding) {
  return context_.evaluator->Test(call.function, Arguments(call, binding));
}

bool TermEvaluator::IsPresent(const CompiledTerm& term, const PartialBinding& binding) {
  return !term.condition || Holds(*term.condition, binding);
}

Value TermEvaluator::Compute(const Call& call, ColourSetId type, const PartialBinding& binding) {
  return context_.evaluator->Compute(call.function, Arguments(call, binding), type);
}

Value TermEvaluator::Build(const CompiledPattern& pattern, const PartialBinding& binding) {
  return patterns_.Build(pattern, binding);
}

bool TermEvaluator::Match(const CompiledPattern& pattern, Value token, PartialBinding& binding) {
  return patterns_.Match(pattern, token, binding);
}

void TermEvaluator::AppendTokens(const CompiledTerm& term, const PartialBinding& binding,
                                 std::vector<MultiSetEntry>& out) {
  if (!IsPresent(term, binding)) return;
  switch (term.kind) {
    case ArcTerm::Kind::kPattern:
      out.push_back({Build(term.pattern, binding), term.count});
      break;
    case ArcTerm::Kind::kFunction:
      out.push_back({Compute(term.call, term.type, binding), term.count});
      break;
    case ArcTerm::Kind::kMultiSet: {
      const MultiSet computed = context_.evaluator->ComputeMultiSet(
          term.call.function, Arguments(term.call, binding), term.type);
      for (const MultiSetEntry& entry : context_.multisets->Entries(computed)) {
        if (std::uint64_t{entry.count} * term.count > std::numeric_limits<std::uint32_t>::max()) {
          throw ModelError(context_.net->model().functions[term.call.function].where,
                           fmt::format("the inscription yields more than 4294967295 copies of {}",
                                       context_.values->Format(entry.value)));
        }
        out.push_back({entry.value, entry.count * term.count});
      }
      break;
    }
  }
}

}  // namespace cpn
