// Test cases as a tree of steps, and the fewest cases with alternatives that stand for all of them.
//
// A *trace* is a test case as a list of steps: what the tester feeds in (stimuli), and what the
// system answers (responses). In the tree of a set of traces two kinds of nodes take turns:
//  - at a *tester node*, the root first, each branch is what the tester feeds in next, or that the
//    trace ends there. The tester knows which, so that different branches are different cases;
//  - at a *system node*, behind stimuli, each branch is what the system answers. Nobody knows which
//    in advance, so that all branches belong into one case, as alternatives.
//
// A *merged case* is a strategy of the tester: one branch of the root, and then of each tester node
// that is reached all branches of the system node and one of each tester node. How many of them
// cover all paths of the tree, and no fewer would do:
//    cases(tester node) = the sum over its branches, where ending counts 1
//    cases(system node) = the maximum over its branches:
// case i of a system node goes on with case i of each branch, or with the last one of a branch that
// has fewer. Strategies that differ at a tester node share no path below it, hence the sum; each
// branch of a system node needs its own number, and a strategy gives one to every branch, hence the
// maximum.
//
// Every path of a merged case is a trace, and every trace is a path of some merged case. A trace
// that is the beginning of another is a path of its own: a case ends there.
//
// Traces are compared by the numbers that the caller gives to stimuli and responses. Results depend
// on the traces and their order alone.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace generator {

struct TraceStep {
  std::uint32_t stimuli = 0;
  std::uint32_t responses = 0;
  friend auto operator<=>(const TraceStep&, const TraceStep&) = default;
};
using Trace = std::vector<TraceStep>;

struct MergedAlternative;

/// A step of a merged case. With one alternative the case goes on with the next step of the same
/// list, and the alternative has no `rest`; with several it is the last step of its list.
struct MergedStep {
  std::uint32_t stimuli = 0;
  std::vector<MergedAlternative> alternatives;
};
struct MergedAlternative {
  std::uint32_t responses = 0;
  std::vector<MergedStep> rest;
};
struct MergedCase {
  std::uint32_t first_trace = 0;  ///< the first trace, from 0, that begins with the same stimuli
  std::vector<MergedStep> steps;
};

class CaseTree {
 public:
  explicit CaseTree(const std::vector<Trace>& traces);

  /// Traces of which another has the same stimuli and other responses.
  struct Contradictions {
    std::uint64_t traces = 0;  ///< how many there are
    std::uint32_t first = 0;   ///< the first one, counted from 0 ...
    std::uint32_t second = 0;  ///< ... and the first that contradicts it
  };
  /// Nothing when the responses follow from the stimuli.
  std::optional<Contradictions> FindContradictions() const;

  /// The number of merged cases; the maximum of uint64 stands for that many or more.
  std::uint64_t Count() const { return cases_[0]; }
  /// The number of steps in all merged cases together, counted the same way.
  std::uint64_t Steps() const { return steps_[0]; }
  /// How many steps with several alternatives are inside each other in a merged case, at most.
  std::uint32_t Choices() const { return choices_[0]; }
  /// The merged case of that number, from 0 and less than Count().
  MergedCase Case(std::uint64_t index) const;

 private:
  using Id = std::uint32_t;
  /// Children have larger ids than their parents. The root is a tester node.
  struct Node {
    std::uint32_t label = 0;  ///< its stimuli (a system node) or responses (a tester node)
    std::uint32_t first_trace = 0;
    std::uint64_t traces = 0;  ///< through it
    bool is_system = false;
    bool ends = false;  ///< of a tester node: a trace ends there
    std::vector<Id> children;
  };

  void Add(std::uint32_t index, const Trace& trace);
  Id Child(Id parent, std::uint32_t label, std::uint32_t trace);
  void CountCases();
  void Append(Id tester, std::uint64_t index, std::vector<MergedStep>& steps) const;
  /// The branch of a tester node that has the case of that number; makes `index` count from its
  /// first one.
  Id Branch(Id tester, std::uint64_t& index) const;

  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, Id> child_of_;  ///< by parent and label; never iterated
  // By node:
  std::vector<std::uint64_t> cases_;
  std::vector<std::uint64_t> before_;  ///< cases of the parent's branches before this one
  std::vector<std::uint64_t> steps_;   ///< in all its cases together
  std::vector<std::uint64_t> last_;    ///< steps in its last case
  std::vector<std::uint32_t> choices_;
};

}  // namespace generator
