#include "cpntools/ml/library.h"

#include <map>

#include "cpntools/ml/library_tables.h"

namespace cpntools::ml {
namespace {

using Kind = LibraryConstructor::Kind;

struct Alias {
  std::string_view name;
  std::string_view means;
};

/// Names that mean the same: those of the top level, and operators by their long names.
constexpr Alias kAliases[] = {
    {"map", "List.map"},
    {"foldl", "List.foldl"},
    {"foldr", "List.foldr"},
    {"length", "List.length"},
    {"null", "List.null"},
    {"hd", "List.hd"},
    {"tl", "List.tl"},
    {"rev", "List.rev"},
    {"List.@", "@"},
    {"valOf", "Option.valOf"},
    {"isSome", "Option.isSome"},
    {"getOpt", "Option.getOpt"},
    {"ord", "Char.ord"},
    {"chr", "Char.chr"},
    {"str", "String.str"},
    {"concat", "String.concat"},
    {"substring", "String.substring"},
    {"implode", "String.implode"},
    {"explode", "String.explode"},
    {"String.^", "^"},
    {"Bool.not", "not"},
    {"Int.+", "+"},
    {"Int.-", "-"},
    {"Int.*", "*"},
    {"Int.~", "~"},
    {"Int.div", "div"},
    {"Int.mod", "mod"},
    {"Real.fromInt", "real"},
    {"Real.floor", "floor"},
    {"Real.ceil", "ceil"},
    {"Real.trunc", "trunc"},
    {"Real.round", "round"},
    {"Real.+", "+"},
    {"Real.-", "-"},
    {"Real.*", "*"},
    {"Real./", "/"},
    {"Real.~", "~"},
    {"IntInf.toString", "Int.toString"},
    {"IntInf.fromString", "Int.fromString"},
    {"IntInf.fromInt", "Int.fromInt"},
    {"IntInf.toInt", "Int.toInt"},
    {"IntInf.abs", "Int.abs"},
    {"IntInf.min", "Int.min"},
    {"IntInf.max", "Int.max"},
    {"IntInf.compare", "Int.compare"},
};

constexpr std::string_view kOrdered[] = {"Int", "Real", "String", "Char"};
constexpr std::string_view kComparisons[] = {"<", ">", "<=", ">="};

constexpr LibraryConstructor kConstructors[] = {
    {"NONE", Kind::kOption, "'a option", nullptr, ""},
    {"SOME", Kind::kOption, "'a option", "'a", ""},
    {"LESS", Kind::kOrder, "order", nullptr, ""},
    {"EQUAL", Kind::kOrder, "order", nullptr, ""},
    {"GREATER", Kind::kOrder, "order", nullptr, ""},
    {"Bind", Kind::kException, "exn", nullptr, "Bind"},
    {"Chr", Kind::kException, "exn", nullptr, "Chr"},
    {"Div", Kind::kException, "exn", nullptr, "Div"},
    {"Domain", Kind::kException, "exn", nullptr, "Domain"},
    {"Empty", Kind::kException, "exn", nullptr, "Empty"},
    {"List.Empty", Kind::kException, "exn", nullptr, "Empty"},
    {"Fail", Kind::kException, "exn", "string", "Fail"},
    {"Match", Kind::kException, "exn", nullptr, "Match"},
    {"Option", Kind::kException, "exn", nullptr, "Option"},
    {"Option.Option", Kind::kException, "exn", nullptr, "Option"},
    {"Overflow", Kind::kException, "exn", nullptr, "Overflow"},
    {"Size", Kind::kException, "exn", nullptr, "Size"},
    {"Span", Kind::kException, "exn", nullptr, "Span"},
    {"Subscript", Kind::kException, "exn", nullptr, "Subscript"},
    {"General.Subscript", Kind::kException, "exn", nullptr, "Subscript"},
    {"ListPair.UnequalLengths", Kind::kException, "exn", nullptr, "UnequalLengths"},
    {"Subtract", Kind::kException, "exn", nullptr, "Subtract"},
    {"no_singleton", Kind::kException, "exn", nullptr, "no_singleton"},
};

using Functions = std::map<std::string, const LibraryFunction*, std::less<>>;

const Functions& ByName() {
  static const Functions kFunctions = [] {
    Functions functions;
    for (const auto part :
         {NumberFunctions(), ListFunctions(), MultiSetFunctions(), StringFunctions()}) {
      for (const LibraryFunction& function : part) functions.emplace(function.name, &function);
    }
    for (const Alias& alias : kAliases) {
      functions.emplace(alias.name, functions.find(alias.means)->second);
    }
    for (const std::string_view type : kOrdered) {
      for (const std::string_view comparison : kComparisons) {
        functions.emplace(std::string(type) + '.' + std::string(comparison),
                          functions.find(comparison)->second);
      }
    }
    return functions;
  }();
  return kFunctions;
}

}  // namespace

std::vector<std::string> LibraryNames() {
  std::vector<std::string> names;
  for (const auto& [name, function] : ByName()) names.push_back(name);
  return names;
}

const LibraryFunction* FindLibraryFunction(std::string_view name) {
  const auto found = ByName().find(name);
  return found == ByName().end() ? nullptr : found->second;
}

std::span<const LibraryConstructor> LibraryConstructors() { return kConstructors; }

std::string_view RefusalReason(std::string_view name) {
  static constexpr Alias kReasons[] = {
      {"app", "it is for effects, and expressions have none"},
      {"List.app", "it is for effects, and expressions have none"},
      {"ListPair.app", "it is for effects, and expressions have none"},
      {"print", "there is no output"},
      {":=", "nothing is assigned: a value never changes"},
      {"inc", "nothing is assigned: a value never changes"},
      {"dec", "nothing is assigned: a value never changes"},
      {"random", "a state space has all choices, not random ones"},
      {"discrete", "a state space has all choices, not random ones"},
      {"uniform", "a state space has all choices, not random ones"},
      {"time", "there is no time"},
      {"Real.toString", "text of real numbers is not supported"},
  };
  if (name.ends_with(".ran")) {
    return "a state space has all choices, not random ones; a variable that nothing binds takes "
           "all "
           "colours of a small colour set";
  }
  for (const Alias& reason : kReasons) {
    if (reason.name == name) return reason.means;
  }
  return {};
}

}  // namespace cpntools::ml
