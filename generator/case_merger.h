// Written test cases as traces of steps (case_tree.h): which of them contradict each other, and the
// fewest cases with alternatives (docs/suite_format.md, "Alternatives") that stand for all.
//
// What counts is what is written: two steps are the same when their elements are, and cases whose
// attributes differ are told apart before they begin. Responses that stand before any values are
// those of a step that feeds nothing in.
// A CaseMerger refers to the cases that it was made of, which must outlive it.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cpn/lua/run/test_case.h"
#include "generator/case_list.h"
#include "generator/case_tree.h"
#include "xml/element.h"

namespace generator {

/// Stimuli and responses as numbers, by their text.
class StepNumbers {
 public:
  /// The element of each number, and null where there is none; as long as the cases live.
  using Elements = std::vector<const xml::Element*>;

  StepNumbers() { Intern("", nullptr); }

  /// `test_case` is a TestCase element as BuildCases makes them.
  Trace TraceOf(const xml::Element& test_case);
  const Elements& elements() const { return elements_; }

 private:
  static constexpr std::uint32_t kNothing = 0;

  std::uint32_t Intern(std::string key, const xml::Element* element);

  std::unordered_map<std::string, std::uint32_t> ids_;
  Elements elements_;
};

/// As CaseMerger::FindContradictions(), one case after the other, whose elements are not kept.
std::optional<CaseTree::Contradictions> FindContradictions(const CaseList& cases);

class CaseMerger {
 public:
  /// `cases` are TestCase elements as BuildCases makes them.
  explicit CaseMerger(const std::vector<xml::Element>& cases);

  /// Cases that expect other responses than another one with the same stimuli so far: no system
  /// passes them all. The first two have these indices. Nothing when there are none.
  std::optional<CaseTree::Contradictions> FindContradictions() const {
    return tree_.FindContradictions();
  }

  /// The merged cases, numbered from 1. The responses of a case of order kSet get Order="set",
  /// which tells alternatives apart. Throws LimitReached when they are too large to be read.
  std::vector<xml::Element> Merge(cpn::lua::CaseOrder order) const;

 private:
  std::vector<Trace> TracesOf(const std::vector<xml::Element>& cases);
  xml::Element Written(const MergedCase& merged, std::uint64_t number,
                       cpn::lua::CaseOrder order) const;
  void Append(const std::vector<MergedStep>& steps, cpn::lua::CaseOrder order,
              xml::Element& parent) const;
  void AppendResponses(std::uint32_t id, cpn::lua::CaseOrder order, xml::Element& parent) const;

  const std::vector<xml::Element>& cases_;
  StepNumbers steps_;
  CaseTree tree_;
};

}  // namespace generator
