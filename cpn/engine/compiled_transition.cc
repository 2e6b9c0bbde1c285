#include "cpn/engine/compiled_transition.h"

#include <algorithm>
#include <unordered_map>

#include "cpn/net/inscription.h"

namespace cpn {
namespace {

template <typename T>
void SortUnique(std::vector<T>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

class TransitionCompiler {
 public:
  TransitionCompiler(const Net& net, TransitionId id, const ColourSets& colour_sets,
                     ValueStore& values)
      : net_(net),
        transition_(net.transitions()[id]),
        declaration_(*transition_.declaration),
        sets_(colour_sets),
        values_(values) {
    out_.id = id;
  }

  CompiledTransition Compile() {
    out_.variables = static_cast<std::uint32_t>(declaration_.variables.size());
    out_.free_variables = transition_.free_variables;
    for (const FunctionId guard : declaration_.guards) out_.guards.push_back(MakeCall(guard));
    for (const LetDeclaration& let : declaration_.lets) {
      out_.lets.push_back(
          {let.variable, declaration_.variables[let.variable].type, MakeCall(let.function)});
    }
    for (std::uint32_t a = 0; a < transition_.arcs.size(); ++a) AddArc(a);
    MarkShared();
    SortUnique(out_.deciding_places);
    SortUnique(out_.needed_places);
    return std::move(out_);
  }

 private:
  Call MakeCall(FunctionId function) {
    return {function, ReadVariables(net_.model(), declaration_, function)};
  }

  void AddArc(std::uint32_t a) {
    const Arc& arc = transition_.arcs[a];
    switch (arc.kind) {
      case ArcKind::kInput:
      case ArcKind::kTest:
        AddInput(a);
        break;
      case ArcKind::kOutput:
        for (const ArcTerm& term : arc.declaration->terms) {
          if (term.count > 0) out_.outputs.push_back(MakeTerm(a, term));
        }
        break;
      case ArcKind::kInhibitor:
        AddInhibitor(a);
        break;
      case ArcKind::kReset:
        out_.resets.push_back(arc.place);
        break;
    }
  }

  void AddInput(std::uint32_t a) {
    const Arc& arc = transition_.arcs[a];
    for (const ArcTerm& declared : arc.declaration->terms) {
      if (declared.count == 0) continue;
      CompiledTerm term = MakeTerm(a, declared);
      term.consumes = arc.kind == ArcKind::kInput;
      out_.deciding_places.push_back(arc.place);
      if (!BindsByMatching(*arc.declaration, declared)) {
        out_.computed.push_back(std::move(term));
        continue;
      }
      if (term.consumes && term.pattern.wildcard) term.wildcard = out_.wildcards++;
      out_.needed_places.push_back(arc.place);
      out_.matched.push_back(std::move(term));
    }
  }

  void AddInhibitor(std::uint32_t a) {
    const Arc& arc = transition_.arcs[a];
    CompiledInhibitor inhibitor;
    inhibitor.place = arc.place;
    inhibitor.any_token = arc.declaration->terms.empty();
    for (const ArcTerm& declared : arc.declaration->terms) {
      if (declared.count == 0) continue;
      inhibitor.terms.push_back(MakeTerm(a, declared));
      const std::vector<std::uint32_t>& read = inhibitor.terms.back().variables;
      inhibitor.variables.insert(inhibitor.variables.end(), read.begin(), read.end());
    }
    SortUnique(inhibitor.variables);
    out_.deciding_places.push_back(arc.place);
    out_.inhibitors.push_back(std::move(inhibitor));
  }

  CompiledTerm MakeTerm(std::uint32_t a, const ArcTerm& declared) {
    CompiledTerm term;
    term.kind = declared.kind;
    term.place = transition_.arcs[a].place;
    term.type = net_.places()[term.place].type;
    term.arc = a;
    term.count = declared.count;
    if (declared.kind == ArcTerm::Kind::kPattern) {
      term.pattern = CompilePattern(declared.pattern, term.type, declaration_, sets_, values_);
      AppendVariables(declared.pattern, term.variables);
    } else {
      term.call = MakeCall(declared.function);
      term.variables = term.call.reads;
    }
    if (declared.condition) {
      term.condition = MakeCall(*declared.condition);
      term.variables.insert(term.variables.end(), term.condition->reads.begin(),
                            term.condition->reads.end());
    }
    SortUnique(term.variables);
    return term;
  }

  void MarkShared() {
    std::unordered_map<PlaceId, std::size_t> used;
    for (const CompiledTerm& term : out_.matched) ++used[term.place];
    for (const CompiledTerm& term : out_.computed) ++used[term.place];
    const auto mark = [&](CompiledTerm& term) { term.shared = used[term.place] > 1; };
    std::ranges::for_each(out_.matched, mark);
    std::ranges::for_each(out_.computed, mark);
  }

  const Net& net_;
  const Transition& transition_;
  const TransitionDeclaration& declaration_;
  const ColourSets& sets_;
  ValueStore& values_;
  CompiledTransition out_;
};

}  // namespace

CompiledTransition CompileTransition(const Net& net, TransitionId id, const ColourSets& colour_sets,
                                     ValueStore& values) {
  return TransitionCompiler(net, id, colour_sets, values).Compile();
}

}  // namespace cpn
