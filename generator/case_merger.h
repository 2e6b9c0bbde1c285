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
#include "generator/case_tree.h"
#include "xml/element.h"

namespace generator {

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
  std::uint32_t Intern(std::string key, const xml::Element* element);
  xml::Element Written(const MergedCase& merged, std::uint64_t number,
                       cpn::lua::CaseOrder order) const;
  void Append(const std::vector<MergedStep>& steps, cpn::lua::CaseOrder order,
              xml::Element& parent) const;
  void AppendResponses(std::uint32_t id, cpn::lua::CaseOrder order, xml::Element& parent) const;

  const std::vector<xml::Element>& cases_;
  /// Stimuli and responses as numbers, by their text.
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<const xml::Element*> elements_;  ///< by number; null: there is no element
  CaseTree tree_;
};

}  // namespace generator
