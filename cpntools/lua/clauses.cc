#include "cpntools/lua/clauses.h"

#include <algorithm>
#include <utility>

namespace cpntools {

using ml::Pattern;

std::string ParametersOf(const ml::Function& function) {
  std::string parameters;
  for (std::size_t i = 0; i < function.clauses[0].patterns.size(); ++i) {
    std::optional<std::size_t> parts;
    bool tuples = true;
    for (const ml::Clause& clause : function.clauses) {
      const Pattern& pattern = clause.patterns[i];
      if (pattern.kind == Pattern::Kind::kWildcard) continue;
      const std::size_t size = pattern.children.size();
      tuples = tuples && pattern.kind == Pattern::Kind::kTuple && size <= 9 &&
               (!parts || *parts == size);
      parts = size;
    }
    parameters += tuples && parts ? static_cast<char>('0' + *parts) : 'x';
  }
  return parameters;
}

std::vector<ClauseView> ClauseViews(const ml::Function& function) {
  const std::string parameters = ParametersOf(function);
  std::vector<ClauseView> views;
  for (const ml::Clause& clause : function.clauses) {
    ClauseView view{{}, &clause.body};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Pattern& pattern = clause.patterns[i];
      if (parameters[i] == 'x') {
        view.patterns.push_back(&pattern);
        continue;
      }
      const int parts = parameters[i] - '0';
      for (int part = 0; part < parts; ++part) {
        const bool tuple = pattern.kind == Pattern::Kind::kTuple;
        view.patterns.push_back(tuple ? &pattern.children[static_cast<std::size_t>(part)]
                                      : nullptr);
      }
    }
    views.push_back(std::move(view));
  }
  return views;
}

std::vector<ClauseView> ClauseViews(const std::vector<ml::Match>& matches) {
  std::vector<ClauseView> views;
  for (const ml::Match& match : matches) views.push_back({{&match.pattern}, &match.body});
  return views;
}

std::optional<std::string> NameOf(const ml::Inference& inference, const Pattern& pattern) {
  if (pattern.kind == Pattern::Kind::kVariable || pattern.kind == Pattern::Kind::kAs) {
    return pattern.text;
  }
  if (pattern.kind != Pattern::Kind::kConstructor || pattern.children.empty()) return std::nullopt;
  const ml::Constructor* constructor = inference.FindConstructor(pattern.text);
  if (!constructor || constructor->kind != ml::Constructor::Kind::kIndex) return std::nullopt;
  return NameOf(inference, pattern.children[0]);
}

std::optional<std::string> CommonName(const ml::Inference& inference,
                                      const std::vector<ClauseView>& clauses,
                                      std::size_t parameter) {
  std::optional<std::string> name;
  for (const ClauseView& clause : clauses) {
    const Pattern* pattern = clause.patterns[parameter];
    if (!pattern || pattern->kind == Pattern::Kind::kWildcard) continue;
    const auto own = NameOf(inference, *pattern);
    if (!own || (name && *name != *own)) return std::nullopt;
    name = own;
  }
  return name;
}

bool IsIgnored(const std::vector<ClauseView>& clauses, std::size_t parameter) {
  return std::all_of(clauses.begin(), clauses.end(), [&](const ClauseView& clause) {
    const Pattern* pattern = clause.patterns[parameter];
    return !pattern || pattern->kind == Pattern::Kind::kWildcard;
  });
}

}  // namespace cpntools
