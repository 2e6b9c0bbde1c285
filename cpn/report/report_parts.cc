#include "cpn/report/report_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace cpn::report {
namespace {

constexpr std::size_t kMostListed = 5;  // nodes of a long list, as in CPN Tools

}  // namespace

std::vector<TransitionId> TransitionsWith(Fairness fairness, const StateSpaceReport& report) {
  std::vector<TransitionId> transitions;
  for (TransitionId t = 0; t < report.fairness->size(); ++t) {
    if ((*report.fairness)[t] == fairness) transitions.push_back(t);
  }
  return transitions;
}

std::string Section(const char* title) { return fmt::format("\n\n {}\n{:-<72}\n", title, ""); }

std::string Heading(const char* title) { return fmt::format("\n  {}\n", title); }

std::string FormatNodes(std::span<const NodeId> nodes) {
  std::string list;
  for (const NodeId node : nodes.first(std::min(nodes.size(), kMostListed))) {
    list += fmt::format("{}{}", list.empty() ? "" : ",", node + 1);
  }
  if (nodes.size() <= kMostListed) return fmt::format("[{}]", list);
  return fmt::format("{} [{},...]", nodes.size(), list);
}

}  // namespace cpn::report
