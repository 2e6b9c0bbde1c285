// The part of LuaExpressions that is about the functions of colour sets: S.all, S.lt, S.mkstr, ...
// Source: CPN Tools 4, "Color set functions".
#include <fmt/format.h>

#include "cpntools/lua/expression_writer.h"
#include "cpntools/lua/names.h"
#include "cpntools/ml/parser.h"

namespace cpntools {

using Constructor = Declaration::Constructor;
using ml::Expression;
using ml::LuaPrecedence;
using ml::MlError;

namespace {

constexpr std::size_t kLongestList = 10'000;
constexpr std::size_t kLongestFunction = 100'000;

/// A colour set in a colour set is written out wherever it occurs.
void CheckLength(std::size_t length) {
  if (length > kLongestFunction)
    throw MlError({}, "a colour set that is too large for its function");
}

Code Call(std::string text) { return {std::move(text), LuaPrecedence::kSuffix}; }

Code Both(const Code& a, const Code& b) {
  if (a.text == "true") return b;
  if (b.text == "true") return a;
  return {Operand(a, LuaPrecedence::kAnd) + " and " + Operand(b, LuaPrecedence::kAnd),
          LuaPrecedence::kAnd};
}

Code True() { return {"true", LuaPrecedence::kPrimary}; }

/// The key of the field in a Lua table: its label, or its place in a tuple.
std::string KeyOf(const Declaration& set, std::size_t i) {
  return set.constructor == Constructor::kRecord ? Quoted(set.fields[i].name)
                                                 : std::to_string(i + 1);
}

std::string FieldOf(const Declaration& set, std::size_t i, const std::string& x) {
  return FieldAccess(
      x, set.constructor == Constructor::kRecord ? set.fields[i].name : std::to_string(i + 1));
}

}  // namespace

const Declaration& LuaExpressions::SetNamed(const std::string& name) const {
  return *globals_->colour_sets.at(name).declaration;
}

/// A function of so many parameters, whose names its text does not have otherwise.
template <typename MakeBody>
Code LuaExpressions::FunctionOf(const std::vector<std::string>& parameters, MakeBody make_body) {
  const std::size_t locals = locals_.size();
  std::vector<std::string> names;
  for (const std::string& parameter : parameters) names.push_back(Temporary(parameter));
  const Code body = make_body(names);
  locals_.resize(locals);
  return {fmt::format("function({}) return {} end", fmt::join(names, ", "), body.text),
          LuaPrecedence::kPrimary};
}

std::string LuaExpressions::BoundOf(const Text& text) {
  Expression bound = ml::ParseExpression(text.text);
  inference_->Infer(bound);
  return Value(bound).text;
}

// ---------------------------------------------------------------------------------- functions

std::optional<Code> LuaExpressions::ColourSetFunction(
    const Expression& head, const std::vector<const Expression*>& arguments) {
  const std::size_t dot = head.text.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string set = head.text.substr(0, dot);
  const std::string function = head.text.substr(dot + 1);
  if (!globals_->colour_sets.contains(set)) return std::nullopt;
  if (arguments.empty()) return ColourSetFunctionValue(set, function, head);
  const Expression& argument = *arguments[0];
  if (function == "all") return AllOf(set, head.where);
  if (function == "size") {
    return Code{"#" + Operand(AllOf(set, head.where), LuaPrecedence::kPrimary),
                LuaPrecedence::kUnary};
  }
  if (function == "mult") return Multiplied(head, argument);
  const bool pair = argument.kind == Expression::Kind::kTuple && argument.children.size() == 2;
  if (function == "lt" && pair) {
    const std::string comparator = Operand(Comparator(set), LuaPrecedence::kSuffix);
    const std::string a = Value(argument.children[0]).text;
    return Call(fmt::format("{}({}, {})", comparator, a, Value(argument.children[1]).text));
  }
  const std::string called =
      Operand(ColourSetFunctionValue(set, function, head), LuaPrecedence::kSuffix);
  return Call(fmt::format("{}({})", called, Value(argument).text));
}

/// The function as a value.
Code LuaExpressions::ColourSetFunctionValue(const std::string& set, const std::string& function,
                                            const Expression& head) {
  using Parameters = std::vector<std::string>;
  const Declaration& declaration = SetNamed(set);
  if (function == "all" || function == "size") {
    const std::string all = AllOf(set, head.where).text;
    return {fmt::format("function() return {}{} end", function == "all" ? "" : "#", all),
            LuaPrecedence::kPrimary};
  }
  if (function == "lt") {
    return FunctionOf({"pair"}, [&](const Parameters& names) {
      const std::string& pair = names[0];
      const std::string comparator = Operand(Comparator(set), LuaPrecedence::kSuffix);
      return Call(fmt::format("{0}({1}[1], {1}[2])", comparator, pair));
    });
  }
  if (function == "mkstr" || function == "mk_str") {
    return FunctionOf({"x"},
                      [&](const Parameters& names) { return TextOf(declaration, names[0]); });
  }
  if (function == "mkstr_ms" || function == "mk_str_ms") {
    UseHelper("multiset_text");
    return FunctionOf({"tokens"}, [&](const Parameters& names) {
      const Code text =
          FunctionOf({"x"}, [&](const Parameters& x) { return TextOf(declaration, x[0]); });
      return Call(fmt::format("multiset_text({}, {})", names[0], text.text));
    });
  }
  if (function == "legal") {
    return FunctionOf({"x"}, [&](const Parameters& names) { return Legal(declaration, names[0]); });
  }
  if (function == "ord" || function == "col") {
    const bool ord = function == "ord";
    UseHelper(ord ? "index_in" : "nth");
    const std::string all = AllOf(set, head.where).text;
    return FunctionOf({"x"}, [&](const Parameters& names) {
      return Call(fmt::format("{}({}, {})", ord ? "index_in" : "nth", all, names[0]));
    });
  }
  throw MlError(head.where, fmt::format("{} is not supported here", head.text));
}

/// S.mult (a, b): the tuples of the tokens of a and b.
Code LuaExpressions::Multiplied(const Expression& head, const Expression& argument) {
  UseHelper("tuples");
  if (argument.kind != Expression::Kind::kTuple) {
    throw MlError(head.where, fmt::format("{} takes its multi-sets in parentheses", head.text));
  }
  std::vector<std::string> factors;
  for (const Expression& factor : argument.children) factors.push_back(Value(factor).text);
  return Call(fmt::format("tuples({{ {} }})", fmt::join(factors, ", ")));
}

// ----------------------------------------------------------------------------------- ordering

/// Whether x stands before y in the order of the colour set.
Code LuaExpressions::Below(const Declaration& set, const std::string& x, const std::string& y) {
  switch (set.constructor) {
    case Constructor::kUnit:
      return {"false", LuaPrecedence::kPrimary};
    case Constructor::kBool:
      return {fmt::format("not {} and {}", x, y), LuaPrecedence::kAnd};
    case Constructor::kEnumerated: {
      UseHelper("comes_before");
      const std::string names = AllOf(set.name, {}).text;
      return Call(fmt::format("comes_before({}, {}, {})", names, x, y));
    }
    case Constructor::kList: {
      UseHelper("below_as_lists");
      const std::string below = Comparator(set.fields[0].type).text;
      return Call(fmt::format("below_as_lists({}, {}, {})", below, x, y));
    }
    case Constructor::kAlias:
    case Constructor::kSubset:
      return Below(SetNamed(set.fields[0].type), x, y);
    case Constructor::kProduct:
    case Constructor::kRecord: {
      UseHelper("below_in_turn");
      std::size_t length = 0;
      std::vector<std::string> keys;
      for (std::size_t i = 0; i < set.fields.size(); ++i) {
        keys.push_back(
            fmt::format("{{ {}, {} }}", KeyOf(set, i), Comparator(set.fields[i].type).text));
        CheckLength(length += keys.back().size());
      }
      return Call(fmt::format("below_in_turn({{ {} }}, {}, {})", fmt::join(keys, ", "), x, y));
    }
    case Constructor::kUnion: {
      UseHelper("below_by_case");
      std::size_t length = 0;
      std::vector<std::string> cases;
      for (const Declaration::Field& field : set.fields) {
        const std::string below = field.type.empty() ? "" : ", " + Comparator(field.type).text;
        cases.push_back(fmt::format("{{ {}{} }}", Quoted(field.name), below));
        CheckLength(length += cases.back().size());
      }
      return Call(fmt::format("below_by_case({{ {} }}, {}, {})", fmt::join(cases, ", "), x, y));
    }
    default:
      return {fmt::format("{} < {}", x, y), LuaPrecedence::kComparison};
  }
}

/// S.lt as a Lua function of two arguments.
Code LuaExpressions::Comparator(const std::string& set) {
  return FunctionOf({"x", "y"}, [&](const std::vector<std::string>& names) {
    return Below(SetNamed(set), names[0], names[1]);
  });
}

// --------------------------------------------------------------------------------------- text

/// S.mkstr
Code LuaExpressions::TextOf(const Declaration& set, const std::string& x) {
  const auto joined = [](const std::vector<std::string>& parts) {
    return Code{fmt::format("{}", fmt::join(parts, " .. ")), LuaPrecedence::kConcatenation};
  };
  const auto part = [&](const std::string& type, const std::string& access) {
    return Operand(TextOf(SetNamed(type), access), LuaPrecedence::kConcatenation);
  };
  switch (set.constructor) {
    case Constructor::kUnit:
      return {Quoted(set.names.empty() ? "()" : set.names[0]), LuaPrecedence::kPrimary};
    case Constructor::kBool:
      if (set.names.empty()) return Call(fmt::format("tostring({})", x));
      return {fmt::format("{} and {} or {}", x, Quoted(set.names[1]), Quoted(set.names[0])),
              LuaPrecedence::kOr};
    case Constructor::kString:
      return joined({"'\"'", x, "'\"'"});
    case Constructor::kEnumerated:
      return Call(x);
    case Constructor::kIndex:
      UseHelper("integer_text");
      return joined({Quoted(set.fields[0].name + "("), fmt::format("integer_text({})", x), "')'"});
    case Constructor::kList: {
      const Code element = FunctionOf({"x"}, [&](const std::vector<std::string>& names) {
        return TextOf(SetNamed(set.fields[0].type), names[0]);
      });
      return joined({"'['", fmt::format("table.concat(map({}, {}), ',')", x, element.text), "']'"});
    }
    case Constructor::kAlias:
    case Constructor::kSubset:
      return TextOf(SetNamed(set.fields[0].type), x);
    case Constructor::kProduct:
    case Constructor::kRecord: {
      const bool record = set.constructor == Constructor::kRecord;
      std::size_t length = 0;
      std::vector<std::string> parts;
      for (std::size_t i = 0; i < set.fields.size(); ++i) {
        const std::string label = record ? set.fields[i].name + "=" : "";
        const std::string before = (i == 0 ? (record ? "{" : "(") : ",") + label;
        parts.push_back(Quoted(before));
        parts.push_back(part(set.fields[i].type, FieldOf(set, i, x)));
        CheckLength(length += parts.back().size());
      }
      parts.push_back(Quoted(record ? "}" : ")"));
      return joined(parts);
    }
    case Constructor::kUnion:
      UseHelper("text_by_case");
      return Call(fmt::format("text_by_case({}, {})", UnionCases(set, &LuaExpressions::TextOf), x));
    default:
      UseHelper("integer_text");
      return Call(fmt::format("integer_text({})", x));
  }
}

/// `{ Data = function(x) return ... end }`, for each constructor with an argument.
std::string LuaExpressions::UnionCases(const Declaration& set,
                                       Code (LuaExpressions::*make)(const Declaration&,
                                                                    const std::string&)) {
  std::size_t length = 0;
  std::vector<std::string> cases;
  for (const Declaration::Field& field : set.fields) {
    if (field.type.empty()) continue;
    const Code function = FunctionOf({"x"}, [&](const std::vector<std::string>& names) {
      return (this->*make)(SetNamed(field.type), names[0]);
    });
    cases.push_back(FieldKey(field.name) + function.text);
    CheckLength(length += cases.back().size());
  }
  return cases.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(cases, ", "));
}

// ---------------------------------------------------------------------------------- membership

/// What the set demands of x beside being of its type, or a colour of the set that it is part of.
Code LuaExpressions::OwnConditionOn(const Declaration& set, const std::string& x) {
  const auto between = [&](const std::string& value, const std::vector<Text>& bounds) {
    const LuaPrecedence operand = LuaPrecedence::kConcatenation;
    const auto bound = [&](std::size_t i) { return Operand(Call(BoundOf(bounds[i])), operand); };
    return Code{fmt::format("{0} >= {1} and {0} <= {2}", value, bound(0), bound(1)),
                LuaPrecedence::kAnd};
  };
  const bool bounds = !set.bounds.empty();
  switch (set.constructor) {
    case Constructor::kInt:
    case Constructor::kIndex:
      return bounds ? between(x, set.bounds) : True();
    case Constructor::kList:
      return bounds ? between("#" + x, set.bounds) : True();
    case Constructor::kString: {
      const Code length = set.lengths.empty() ? True() : between("#" + x, set.lengths);
      if (!bounds) return length;
      UseHelper("text_within");
      return Both(Call(fmt::format("text_within({}, {}, {})", x, BoundOf(set.bounds[0]),
                                   BoundOf(set.bounds[1]))),
                  length);
    }
    case Constructor::kSubset: {
      if (bounds) return Call(fmt::format("contains({}, {})", ListOf(set), x));
      const std::string predicate = "(" + BoundOf(set.predicate) + ")";
      return Call(fmt::format("{}({})", predicate, x));
    }
    default:
      return True();
  }
}

/// The list of a subset that is given by one.
std::string LuaExpressions::ListOf(const Declaration& set) {
  Expression list = ml::ParseExpression(set.bounds[0].text);
  ml::TypeStore& types = inference_->types();
  const ml::Type type = inference_->Infer(list);
  if (!types.Unify(type, types.List(*inference_->FindColourSet(set.fields[0].type)))) {
    throw MlError({}, fmt::format("a subset of {} by a list of type {}", set.fields[0].type,
                                  types.Text(type)));
  }
  return Value(list).text;
}

std::string LuaExpressions::OwnCondition(const Declaration& set) {
  return FunctionOf(
             {"x"},
             [&](const std::vector<std::string>& names) { return OwnConditionOn(set, names[0]); })
      .text;
}

/// S.legal
Code LuaExpressions::Legal(const Declaration& set, const std::string& x) {
  const Code own = OwnConditionOn(set, x);
  Code parts = True();
  switch (set.constructor) {
    case Constructor::kAlias:
    case Constructor::kSubset:
      parts = Legal(SetNamed(set.fields[0].type), x);
      break;
    case Constructor::kProduct:
    case Constructor::kRecord:
      for (std::size_t i = 0; i < set.fields.size(); ++i) {
        parts = Both(parts, Legal(SetNamed(set.fields[i].type), FieldOf(set, i, x)));
        CheckLength(parts.text.size());
      }
      break;
    case Constructor::kList: {
      const Code element = FunctionOf({"x"}, [&](const std::vector<std::string>& names) {
        return Legal(SetNamed(set.fields[0].type), names[0]);
      });
      UseHelper("every");
      parts = Call(fmt::format("every({}, {})", x, element.text));
      break;
    }
    case Constructor::kUnion:
      UseHelper("legal_by_case");
      parts =
          Call(fmt::format("legal_by_case({}, {})", UnionCases(set, &LuaExpressions::Legal), x));
      break;
    default:
      break;
  }
  // A predicate may rely on the set that it is about.
  return set.constructor == Constructor::kSubset ? Both(parts, own) : Both(own, parts);
}

// -------------------------------------------------------------------------------- all colours

Code LuaExpressions::AllOf(const std::string& colour_set, ml::Position where) {
  const auto found = globals_->colour_sets.find(colour_set);
  const auto fail = [&]() -> Code {
    throw MlError(where, fmt::format("{}.all() is not supported: the colours of {} cannot be "
                                     "listed",
                                     colour_set, colour_set));
  };
  if (found == globals_->colour_sets.end()) return fail();
  const Declaration& set = *found->second.declaration;
  const auto bounds = [&](const std::vector<Text>& texts) {
    return fmt::format("{}, {}", BoundOf(texts[0]), BoundOf(texts[1]));
  };
  switch (set.constructor) {
    case Constructor::kUnit:
      return {"{ unit }", LuaPrecedence::kPrimary};
    case Constructor::kBool:
      return {"{ false, true }", LuaPrecedence::kPrimary};
    case Constructor::kEnumerated: {
      std::vector<std::string> names;
      for (const Declaration::Field& field : set.fields) names.push_back(Quoted(field.name));
      return {fmt::format("{{ {} }}", fmt::join(names, ", ")), LuaPrecedence::kPrimary};
    }
    case Constructor::kInt:
    case Constructor::kIndex:
      if (set.bounds.empty()) return fail();
      return Call(fmt::format("range_list({})", bounds(set.bounds)));
    case Constructor::kString:
      if (set.bounds.empty() || set.lengths.empty()) return fail();
      UseHelper("texts_of");
      return Call(fmt::format("texts_of({}, {})", bounds(set.bounds), bounds(set.lengths)));
    case Constructor::kList:
      if (set.bounds.empty()) return fail();
      UseHelper("lists_of");
      return Call(fmt::format("lists_of({}, {})", AllOf(set.fields[0].type, where).text,
                              bounds(set.bounds)));
    case Constructor::kAlias:
      return AllOf(set.fields[0].type, where);
    case Constructor::kSubset:
      if (!set.bounds.empty()) return Call(ListOf(set));
      return Call(fmt::format("filter({}, {})", AllOf(set.fields[0].type, where).text,
                              BoundOf(set.predicate)));
    case Constructor::kProduct:
      UseHelper("tuples");
      return Call(fmt::format("tuples({{ {} }})", ColoursOf(set.fields, where)));
    case Constructor::kRecord: {
      UseHelper("records");
      std::vector<std::string> labels;
      for (const Declaration::Field& field : set.fields) labels.push_back(Quoted(field.name));
      return Call(fmt::format("records({{ {} }}, {{ {} }})", fmt::join(labels, ", "),
                              ColoursOf(set.fields, where)));
    }
    case Constructor::kUnion:
      return AllOfUnion(set, where);
    default:
      return fail();
  }
}

/// The lists of all colours of the fields' colour sets.
std::string LuaExpressions::ColoursOf(const std::vector<Declaration::Field>& fields,
                                      ml::Position where) {
  std::vector<std::string> factors;
  std::size_t size = 0;
  for (const Declaration::Field& field : fields) {
    factors.push_back(AllOf(field.type, where).text);
    size += factors.back().size();
    if (size > kLongestList) throw MlError(where, "too large a list of all colours");
  }
  return fmt::format("{}", fmt::join(factors, ", "));
}

Code LuaExpressions::AllOfUnion(const Declaration& set, ml::Position where) {
  UseHelper("flatten");
  std::vector<std::string> cases;
  for (const Declaration::Field& field : set.fields) {
    const ml::Constructor& constructor = *inference_->FindConstructor(field.name);
    if (field.type.empty()) {
      cases.push_back("{ " + Constructed(constructor, field.name, nullptr, "").text + " }");
      continue;
    }
    const Code make = FunctionOf({"x"}, [&](const std::vector<std::string>& names) {
      return Constructed(constructor, field.name, nullptr, names[0]);
    });
    cases.push_back(fmt::format("map({}, {})", ColoursOf({field}, where), make.text));
  }
  return Call(fmt::format("flatten({{ {} }})", fmt::join(cases, ", ")));
}

}  // namespace cpntools
