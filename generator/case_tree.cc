#include "generator/case_tree.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace generator {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t Plus(std::uint64_t a, std::uint64_t b) { return a > kMost - b ? kMost : a + b; }

std::uint64_t Times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMost / b ? kMost : a * b;
}

}  // namespace

CaseTree::CaseTree(const std::vector<Trace>& traces) : nodes_(1) {
  for (std::uint32_t i = 0; i < traces.size(); ++i) Add(i, traces[i]);
  CountCases();
}

void CaseTree::Add(std::uint32_t index, const Trace& trace) {
  Id node = 0;
  ++nodes_[node].traces;
  for (const TraceStep& step : trace) {
    node = Child(node, step.stimuli, index);
    nodes_[node].is_system = true;
    ++nodes_[node].traces;
    node = Child(node, step.responses, index);
    ++nodes_[node].traces;
  }
  nodes_[node].ends = true;
}

CaseTree::Id CaseTree::Child(Id parent, std::uint32_t label, std::uint32_t trace) {
  const auto [known, is_new] =
      child_of_.emplace(std::uint64_t{parent} << 32 | label, static_cast<Id>(nodes_.size()));
  if (is_new) {
    nodes_[parent].children.push_back(known->second);
    nodes_.emplace_back();
    nodes_.back().label = label;
    nodes_.back().first_trace = trace;
  }
  return known->second;
}

void CaseTree::CountCases() {
  cases_.resize(nodes_.size());
  before_.resize(nodes_.size());
  steps_.resize(nodes_.size());
  last_.resize(nodes_.size());
  choices_.resize(nodes_.size());
  for (Id id = static_cast<Id>(nodes_.size()); id-- > 0;) {
    const Node& node = nodes_[id];
    std::uint64_t cases = node.ends ? 1 : 0;
    for (const Id child : node.children) {
      before_[child] = cases;
      cases = node.is_system ? std::max(cases, cases_[child]) : Plus(cases, cases_[child]);
      choices_[id] = std::max(choices_[id], choices_[child]);
    }
    cases_[id] = cases;
    if (node.is_system) {
      steps_[id] = cases;
      last_[id] = 1;
      if (node.children.size() > 1) ++choices_[id];
    }
    for (const Id child : node.children) {
      steps_[id] = Plus(steps_[id], steps_[child]);
      if (!node.is_system) {
        last_[id] = last_[child];
        continue;
      }
      steps_[id] = Plus(steps_[id], Times(cases - cases_[child], last_[child]));
      last_[id] = Plus(last_[id], last_[child]);
    }
  }
}

std::optional<CaseTree::Contradictions> CaseTree::FindContradictions() const {
  std::optional<Contradictions> found;
  std::vector<bool> counted(nodes_.size());  // all traces through the node are
  for (Id id = 0; id < nodes_.size(); ++id) {
    const Node& node = nodes_[id];
    const bool here = node.is_system && node.children.size() > 1;
    if (here) {
      const std::pair pair{nodes_[node.children[0]].first_trace,
                           nodes_[node.children[1]].first_trace};
      if (!found) found = {0, pair.first, pair.second};
      if (pair < std::pair{found->first, found->second}) {
        std::tie(found->first, found->second) = pair;
      }
      if (!counted[id]) found->traces += node.traces;
    }
    for (const Id child : node.children) counted[child] = counted[id] || here;
  }
  return found;
}

MergedCase CaseTree::Case(std::uint64_t index) const {
  MergedCase merged;
  std::uint64_t below = index;
  if (!nodes_[0].ends || index > 0) merged.first_trace = nodes_[Branch(0, below)].first_trace;
  Append(0, index, merged.steps);
  return merged;
}

CaseTree::Id CaseTree::Branch(Id tester, std::uint64_t& index) const {
  const std::vector<Id>& branches = nodes_[tester].children;
  const auto behind =
      std::upper_bound(branches.begin(), branches.end(), index,
                       [this](std::uint64_t value, Id branch) { return value < before_[branch]; });
  const Id branch = *(behind - 1);
  index -= before_[branch];
  return branch;
}

// Recurses where there are several alternatives only, so not deeper than Choices().
void CaseTree::Append(Id tester, std::uint64_t index, std::vector<MergedStep>& steps) const {
  while (!nodes_[tester].ends || index > 0) {
    const Node& system = nodes_[Branch(tester, index)];
    MergedStep& step = steps.emplace_back();
    step.stimuli = system.label;
    if (system.children.size() == 1) {
      tester = system.children.front();
      step.alternatives.push_back({nodes_[tester].label, {}});
      continue;
    }
    for (const Id next : system.children) {
      MergedAlternative& alternative = step.alternatives.emplace_back();
      alternative.responses = nodes_[next].label;
      Append(next, std::min(index, cases_[next] - 1), alternative.rest);
    }
    return;
  }
}

}  // namespace generator
