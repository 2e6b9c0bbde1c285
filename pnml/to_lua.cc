#include "pnml/to_lua.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "cpn/lua/language_names.h"
#include "pnml/names.h"
#include "pnml/tree.h"

namespace pnml {
namespace {

using cpn::lua::Quoted;

constexpr std::size_t kMostTokensWritten = 100'000;  // of one term
constexpr std::size_t kMostTokensInAll = 1'000'000;

/// One summand of a multi-set.
struct Summand {
  std::int64_t count = 1;  ///< negative: taken away
  const Term* colour = nullptr;
};

void AppendSummands(const Term& term, std::int64_t factor, std::vector<Summand>& out) {
  switch (term.kind) {
    case TermKind::kAdd:
      for (const Term& operand : term.operands) AppendSummands(operand, factor, out);
      return;
    case TermKind::kSubtract:
      AppendSummands(term.operands[0], factor, out);
      return AppendSummands(term.operands[1], -factor, out);
    case TermKind::kNumberOf:
    case TermKind::kScalarProduct:
      if (term.number != 0 && std::abs(factor) > kMostTokens / term.number) {
        throw TranslationError(fmt::format("more than {} tokens of one colour", kMostTokens));
      }
      return AppendSummands(term.operands[0], factor * term.number, out);
    default:
      if (factor != 0) out.push_back({factor, &term});
  }
}

std::vector<Summand> SummandsOf(const Term& term) {
  std::vector<Summand> summands;
  AppendSummands(term, 1, summands);
  return summands;
}

bool Has(const Term& term, TermKind kind) {
  return term.kind == kind ||
         std::ranges::any_of(term.operands, [&](const Term& t) { return Has(t, kind); });
}

bool HasStep(const Term& term) {
  return Has(term, TermKind::kSuccessor) || Has(term, TermKind::kPredecessor) ||
         Has(term, TermKind::kPartOf);
}

/// An expression as a string, so that the quotes in it can stay as they are.
std::string Literal(const std::string& expression) {
  const bool plain = expression.find_first_of("'\\") == std::string::npos;
  return plain ? "'" + expression + "'" : Quoted(expression);
}

/// Breaks a list into lines of at most about 100 characters.
std::string Wrapped(const std::vector<std::string>& items, const std::string& indent) {
  std::string text;
  std::size_t column = 0;
  for (const std::string& item : items) {
    const bool breaks = text.empty() || column + item.size() + 2 > 96;
    text += breaks ? (text.empty() ? "" : ",\n") + indent : ", ";
    column = breaks ? indent.size() : column + 2;
    text += item;
    column += item.size();
  }
  return text;
}

class Translator {
 public:
  Translator(const Net& net, const std::string& source)
      : net_(net), names_(cpn::lua::LanguageNames()) {
    GiveNames();
    translation_.text =
        fmt::format("-- {}\n", OneLine(net.id + " from " + source + ", translated by cpngen."));
  }

  Translation Translate() {
    std::string body = Places();
    body += Transitions();
    translation_.text += ColourSets() + Variables() + body;
    return std::move(translation_);
  }

 private:
  void GiveNames() {
    for (const Place& place : net_.places) {
      translation_.places.push_back(names_.Give(place.id));
    }
    for (const Transition& transition : net_.transitions) {
      translation_.transitions.push_back(names_.Give(transition.id));
    }
    for (const Sort& sort : net_.sorts) {
      const bool has_name = !sort.id.empty() && !IsBasic(sort);
      sort_names_.push_back(has_name ? names_.Give(sort.name) : "");
    }
    for (const Variable& variable : net_.variables) {
      variable_names_.push_back(names_.Give(variable.name));
    }
    // For functions and tables of the sorts, where they are needed.
    for (std::size_t i = 0; i < net_.sorts.size(); ++i) {
      const bool is_enumeration = !net_.sorts[i].elements.empty();
      const auto give = [&](const char* prefix) {
        return is_enumeration ? names_.Give(prefix + sort_names_[i]) : "";
      };
      successors_.push_back(give("succ_"));
      predecessors_.push_back(give("pred_"));
      ranks_.push_back(give("rank_"));
      parts_.push_back(net_.sorts[i].part_of.empty() ? "" : give("part_"));
    }
  }

  static bool IsBasic(const Sort& sort) {
    return sort.kind == SortKind::kDot || sort.kind == SortKind::kBool;
  }

  // ------------------------------------------------------------------------- colour sets

  std::string ColourSets() const {
    std::string text;
    for (std::size_t i = 0; i < net_.sorts.size(); ++i) {
      if (!sort_names_[i].empty()) text += fmt::format("{} = {}\n", sort_names_[i], Definition(i));
      text += StepFunction(successors_[i], i, 1) + StepFunction(predecessors_[i], i, -1);
      text += RankFunction(i) + PartFunction(i);
    }
    return text.empty() ? "" : "\n" + text;
  }

  std::string Definition(SortIndex index) const {
    const Sort& sort = net_.sorts[index];
    std::vector<std::string> parts;
    switch (sort.kind) {
      case SortKind::kDot:
        return "UNIT";
      case SortKind::kBool:
        return "BOOL";
      case SortKind::kRange:
        return fmt::format("range({}, {})", sort.low, sort.high);
      case SortKind::kEnumeration:
      case SortKind::kCyclicEnumeration:
        return fmt::format("enum {{\n{}\n}}", Wrapped(ElementTexts(sort), "  "));
      case SortKind::kProduct:
        break;
    }
    for (const SortIndex part : sort.parts) parts.push_back(SortText(part));
    if (parts.size() == 1) return fmt::format("alias({})", parts.front());
    return fmt::format("product({})", fmt::join(parts, ", "));
  }

  static std::vector<std::string> ElementTexts(const Sort& sort) {
    std::vector<std::string> texts;
    for (const SortElement& element : sort.elements) texts.push_back(Quoted(element.name));
    return texts;
  }

  std::string SortText(SortIndex sort) const {
    return sort_names_[sort].empty() ? Definition(sort) : sort_names_[sort];
  }

  // The function from each element to the one `distance` behind it in the circle.
  std::string StepFunction(const std::string& name, SortIndex index, int distance) const {
    if (!used_.contains(name)) return "";
    const auto& elements = net_.sorts[index].elements;
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::size_t next =
          (i + elements.size() + static_cast<std::size_t>(distance)) % elements.size();
      pairs.push_back(
          fmt::format("[{}] = {}", Quoted(elements[i].name), Quoted(elements[next].name)));
    }
    return TableFunction(name, pairs);
  }

  // The function from each element to its number.
  std::string RankFunction(SortIndex index) const {
    if (!used_.contains(ranks_[index])) return "";
    const auto& elements = net_.sorts[index].elements;
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      pairs.push_back(fmt::format("[{}] = {}", Quoted(elements[i].name), i + 1));
    }
    return TableFunction(ranks_[index], pairs);
  }

  // The function from each colour of a partition's base to the element that it is in.
  std::string PartFunction(SortIndex index) const {
    if (!used_.contains(parts_[index])) return "";
    const Sort& partition = net_.sorts[index];
    const std::vector<std::string> colours = ColoursOf(partition.base);
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < colours.size(); ++i) {
      pairs.push_back(fmt::format("[{}] = {}", colours[i],
                                  Quoted(partition.elements[partition.part_of[i]].name)));
    }
    return TableFunction(parts_[index], pairs);
  }

  static std::string TableFunction(const std::string& name, const std::vector<std::string>& pairs) {
    return fmt::format("local of_{0} = {{\n{1}\n}}\nfunction {0}(x) return of_{0}[x] end\n", name,
                       Wrapped(pairs, "  "));
  }

  std::string Variables() const {
    if (net_.variables.empty()) return "";
    std::vector<std::string> items;
    for (std::size_t i = 0; i < net_.variables.size(); ++i) {
      items.push_back(fmt::format("{} = {}", variable_names_[i], SortText(net_.variables[i].sort)));
    }
    return fmt::format("\nvar {{\n{}\n}}\n", Wrapped(items, "  "));
  }

  // ------------------------------------------------------------------------- places

  std::string Places() {
    std::string text = "\n";
    for (std::size_t i = 0; i < net_.places.size(); ++i) {
      const Place& place = net_.places[i];
      text += fmt::format("{} = place({}{}){}\n", translation_.places[i], SortText(place.sort),
                          Marking(place), Comment(place.name, place.id, translation_.places[i]));
    }
    return text;
  }

  // What the file calls it, when the model does not show it.
  static std::string Comment(const std::string& name, const std::string& id,
                             const std::string& given) {
    if (name != id) return " -- " + OneLine(name);
    return id == given ? "" : " -- " + OneLine(id);
  }
  static std::string OneLine(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < 0x20; }, ' ');
    return text;
  }

  std::string Marking(const Place& place) {
    if (!place.initial) return "";
    const auto summands = SummandsOf(*place.initial);
    if (summands.empty()) return "";
    if (summands.size() == 1 && summands[0].count == 1 &&
        summands[0].colour->kind == TermKind::kAll) {
      return ", all";
    }
    std::map<std::string, std::int64_t> counts;
    std::vector<std::string> order;
    for (const Summand& summand : summands) {
      for (const std::string& colour : Counted(Expanded(*summand.colour))) {
        if (!counts.contains(colour)) order.push_back(colour);
        counts[colour] += summand.count;
      }
    }
    return fmt::format(", {{ {} }}", TokensText(place, order, counts));
  }

  static std::string TokensText(const Place& place, const std::vector<std::string>& order,
                                const std::map<std::string, std::int64_t>& counts) {
    std::vector<std::string> tokens;
    for (const std::string& colour : order) {
      const std::int64_t count = counts.at(colour);
      if (count < 0) {
        throw TranslationError(
            fmt::format("place {}: its initial marking takes away {} that is "
                        "not there",
                        place.id, colour));
      }
      if (count == 1) tokens.push_back(colour);
      if (count > 1) tokens.push_back(fmt::format("copies({}, {})", count, colour));
    }
    const std::string text = fmt::format("{}", fmt::join(tokens, ", "));
    return text.size() < 80 ? text : "\n" + Wrapped(tokens, "  ") + "\n";
  }

  /// The colours of a term without variables, as texts.
  std::vector<std::string> Expanded(const Term& term) const {
    if (term.kind == TermKind::kAll) return ColoursOf(term.sort);
    if (term.kind != TermKind::kTuple) return {Colour(term)};
    std::vector<std::vector<std::string>> parts;
    for (const Term& operand : term.operands) parts.push_back(Expanded(operand));
    return Product(parts);
  }

  std::vector<std::string> ColoursOf(SortIndex index) const {
    const Sort& sort = net_.sorts[index];
    std::vector<std::string> colours;
    switch (sort.kind) {
      case SortKind::kDot:
        return {"unit"};
      case SortKind::kBool:
        return {"false", "true"};
      case SortKind::kRange:
        if (sort.high - sort.low >= static_cast<std::int64_t>(kMostTokensWritten)) Refuse();
        for (std::int64_t i = sort.low; i <= sort.high; ++i) colours.push_back(fmt::to_string(i));
        return colours;
      case SortKind::kEnumeration:
      case SortKind::kCyclicEnumeration:
        return ElementTexts(sort);
      case SortKind::kProduct:
        break;
    }
    std::vector<std::vector<std::string>> parts;
    for (const SortIndex part : sort.parts) parts.push_back(ColoursOf(part));
    return Product(parts);
  }

  /// The colours, once it is known that the text has room for them.
  std::vector<std::string> Counted(std::vector<std::string> colours) const {
    written_ += colours.size();
    if (written_ <= kMostTokensInAll) return colours;
    throw TranslationError(
        fmt::format("markings and differences of more than {} tokens in all are not supported",
                    kMostTokensInAll));
  }

  [[noreturn]] static void Refuse() {
    throw TranslationError(
        fmt::format("a marking of more than {} tokens is not supported", kMostTokensWritten));
  }

  static std::vector<std::string> Product(const std::vector<std::vector<std::string>>& parts) {
    std::vector<std::string> tuples{""};
    for (const auto& part : parts) {
      if (tuples.size() * part.size() > kMostTokensWritten) Refuse();
      std::vector<std::string> longer;
      for (const std::string& tuple : tuples) {
        for (const std::string& colour : part) {
          longer.push_back(tuple.empty() ? colour : tuple + ", " + colour);
        }
      }
      tuples = std::move(longer);
    }
    if (parts.size() == 1) return tuples;
    for (std::string& tuple : tuples) tuple = "{ " + tuple + " }";
    return tuples;
  }

  // ------------------------------------------------------------------------- terms

  /// A colour as an expression of Lua.
  std::string Colour(const Term& term) const {
    switch (term.kind) {
      case TermKind::kVariable:
        return variable_names_[term.index];
      case TermKind::kDot:
        return "unit";
      case TermKind::kBool:
        return term.number != 0 ? "true" : "false";
      case TermKind::kElement:
        return Quoted(net_.sorts[term.sort].elements[term.index].name);
      case TermKind::kInteger:
        return fmt::to_string(term.number);
      case TermKind::kSuccessor:
        return fmt::format("{}({})", Use(successors_[term.sort]), Colour(term.operands[0]));
      case TermKind::kPredecessor:
        return fmt::format("{}({})", Use(predecessors_[term.sort]), Colour(term.operands[0]));
      case TermKind::kPartOf:
        return fmt::format("{}({})", Use(parts_[term.sort]), Colour(term.operands[0]));
      default:
        break;
    }
    if (term.operands.size() == 1) return Colour(term.operands[0]);
    std::vector<std::string> parts;
    for (const Term& operand : term.operands) parts.push_back(Colour(operand));
    return fmt::format("{{ {} }}", fmt::join(parts, ", "));
  }

  const std::string& Use(const std::string& function) const {
    used_.insert(function);
    return function;
  }

  /// A colour, or many by `all`, as a pattern; steps in it are computed.
  std::string Pattern(const Term& term) const {
    if (term.kind == TermKind::kAll) return "all";
    if (term.kind == TermKind::kTuple && term.operands.size() > 1) {
      std::vector<std::string> parts;
      for (const Term& operand : term.operands) parts.push_back(Pattern(operand));
      return fmt::format("{{ {} }}", fmt::join(parts, ", "));
    }
    if (term.kind == TermKind::kTuple) return Pattern(term.operands[0]);
    return HasStep(term) ? "expr " + Literal(Colour(term)) : Colour(term);
  }

  /// A multi-set as the inscription of an arc; empty when it has no token.
  std::string Inscription(const Term& term) const {
    const auto summands = SummandsOf(term);
    if (summands.empty()) return "";
    if (std::ranges::any_of(summands, [](const Summand& s) { return s.count < 0; })) {
      return Difference(term, summands);
    }
    std::vector<std::string> texts;
    for (const Summand& summand : summands) {
      const std::string pattern = Pattern(*summand.colour);
      texts.push_back(summand.count == 1 ? pattern
                                         : fmt::format("copies({}, {})", summand.count, pattern));
    }
    return texts.size() == 1 ? texts.front() : fmt::format("sum({})", fmt::join(texts, ", "));
  }

  // Tokens are put into a list, and taken out of it.
  std::string Difference(const Term& term, const std::vector<Summand>& summands) const {
    std::set<std::string> variables;
    AppendVariables(term, variables);
    std::string body;
    for (const bool adds : {true, false}) {
      for (const Summand& summand : summands) {
        if ((summand.count > 0) == adds) body += Change(summand);
      }
    }
    return fmt::format(
        "each(function({})\n      local tokens = {{}}\n{}      return tokens\n    end)",
        fmt::join(variables, ", "), body);
  }

  std::string Change(const Summand& summand) const {
    int alls = 0;
    std::string loops;
    const std::string colour = LoopedColour(*summand.colour, alls, loops);
    std::string text = "      " + loops;
    const std::int64_t count = std::abs(summand.count);
    if (count > 1) text += fmt::format("for _ = 1, {} do ", count);
    text += summand.count > 0 ? fmt::format("tokens[#tokens + 1] = {}", colour)
                              : fmt::format("tokens = remove(tokens, {})", colour);
    for (int i = 0; i < alls + (count > 1 ? 1 : 0); ++i) text += " end";
    return text + "\n";
  }

  // A colour in which each `all` is the variable of a loop.
  std::string LoopedColour(const Term& term, int& alls, std::string& loops) const {
    if (term.kind == TermKind::kAll) {
      const std::string variable = fmt::format("e{}", ++alls);
      loops += fmt::format("for _, {} in ipairs {{ {} }} do ", variable,
                           fmt::join(Counted(ColoursOf(term.sort)), ", "));
      return variable;
    }
    if (term.kind != TermKind::kTuple) return Colour(term);
    std::vector<std::string> parts;
    for (const Term& operand : term.operands) parts.push_back(LoopedColour(operand, alls, loops));
    return parts.size() == 1 ? parts.front() : fmt::format("{{ {} }}", fmt::join(parts, ", "));
  }

  void AppendVariables(const Term& term, std::set<std::string>& out) const {
    if (term.kind == TermKind::kVariable) out.insert(variable_names_[term.index]);
    for (const Term& operand : term.operands) AppendVariables(operand, out);
  }

  // ------------------------------------------------------------------------- conditions

  std::string Condition(const Term& term) const {
    const auto joined = [&](const char* word) {
      std::vector<std::string> texts;
      for (const Term& operand : term.operands) texts.push_back("(" + Condition(operand) + ")");
      return fmt::format("{}", fmt::join(texts, word));
    };
    switch (term.kind) {
      case TermKind::kBool:
        return Colour(term);
      case TermKind::kAnd:
        return joined(" and ");
      case TermKind::kOr:
        return joined(" or ");
      case TermKind::kNot:
        return "not " + joined("");
      case TermKind::kImply:
        return fmt::format("not ({}) or ({})", Condition(term.operands[0]),
                           Condition(term.operands[1]));
      case TermKind::kEqual:
        return Compared(term, "==");
      case TermKind::kNotEqual:
        return Compared(term, "~=");
      case TermKind::kLess:
        return Compared(term, "<");
      case TermKind::kLessOrEqual:
        return Compared(term, "<=");
      case TermKind::kGreater:
        return Compared(term, ">");
      default:
        return Compared(term, ">=");
    }
  }

  std::string Compared(const Term& term, const char* sign) const {
    const bool by_rank = !net_.sorts[term.sort].elements.empty() && term.kind != TermKind::kEqual &&
                         term.kind != TermKind::kNotEqual;
    const auto side = [&](const Term& operand) {
      return by_rank ? fmt::format("{}({})", Use(ranks_[term.sort]), Colour(operand))
                     : Colour(operand);
    };
    return fmt::format("{} {} {}", side(term.operands[0]), sign, side(term.operands[1]));
  }

  std::string Guard(const Term& condition) const {
    if (condition.kind != TermKind::kAnd) return Literal(Condition(condition));
    std::vector<std::string> texts;
    for (const Term& part : condition.operands) {
      texts.push_back(Literal(Condition(part)));
    }
    return fmt::format("{{ {} }}", fmt::join(texts, ", "));
  }

  // ------------------------------------------------------------------------- transitions

  std::string Transitions() {
    std::vector<std::vector<const Arc*>> arcs(net_.transitions.size());
    for (const Arc& arc : net_.arcs) arcs[arc.transition].push_back(&arc);
    std::string text = "\n";
    for (std::size_t i = 0; i < net_.transitions.size(); ++i) {
      const Transition& transition = net_.transitions[i];
      const std::string& name = translation_.transitions[i];
      text += fmt::format("{} = transition {{{}\n", name,
                          Comment(transition.name, transition.id, name));
      text += Arcs("input", arcs[i], true);
      if (transition.condition) text += "  guard = " + Guard(*transition.condition) + ",\n";
      text += Arcs("output", arcs[i], false) + "}\n";
    }
    return text;
  }

  std::string Arcs(const char* field, const std::vector<const Arc*>& arcs, bool inputs) const {
    std::vector<std::string> texts;
    for (const Arc* const arc : arcs) {
      if (arc->is_input != inputs) continue;
      const std::string inscription = Inscription(arc->inscription);
      if (inscription.empty()) continue;
      texts.push_back(fmt::format("{}({})", translation_.places[arc->place], inscription));
    }
    if (texts.empty()) return "";
    const std::string line = fmt::format("{}", fmt::join(texts, ", "));
    if (line.size() < 84) return fmt::format("  {} = {{ {} }},\n", field, line);
    return fmt::format("  {} = {{\n{}\n  }},\n", field, Wrapped(texts, "    "));
  }

  const Net& net_;
  Names names_;
  Translation translation_;
  std::vector<std::string> sort_names_;  // empty: written where it is used
  std::vector<std::string> variable_names_;
  std::vector<std::string> successors_;  // names of functions
  std::vector<std::string> predecessors_;
  std::vector<std::string> ranks_;
  std::vector<std::string> parts_;      // of partitions
  mutable std::set<std::string> used_;  // functions
  mutable std::size_t written_ = 0;     // tokens
};

}  // namespace

Translation ToLua(const Net& net, const std::string& source) {
  return Translator(net, source).Translate();
}

}  // namespace pnml
