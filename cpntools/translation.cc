#include "cpntools/translation.h"

#include <fmt/format.h>

namespace cpntools {

std::string WhatIsWrong(const Problem& problem) {
  const std::string page = problem.page.empty() ? "" : fmt::format("page {}, ", problem.page);
  return fmt::format("{}{}: {}", page, problem.object, problem.reason);
}

std::string ProblemText(const Problem& problem) {
  std::string where = problem.file;
  if (problem.line > 0) where += fmt::format(":{}", problem.line);
  if (problem.line > 0 && problem.column > 0) where += fmt::format(":{}", problem.column);
  return fmt::format("{}: {}", where, WhatIsWrong(problem));
}

}  // namespace cpntools
