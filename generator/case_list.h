// The cases of a suite, each kept as what it observes and made an element when it is asked for: a
// suite may have millions of elements, of which few are different.
//
// Invariant: two cases that observe the same share the elements of what they observe.
// Thread safety: immutable once made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpn/lua/run/test_case.h"
#include "xml/element.h"

namespace generator {

/// How an observation is written.
struct WrittenObservation {
  std::vector<xml::Element> elements;
  bool is_stimulus = false;
};

class CaseList {
 public:
  /// What a case observes: indices into the observations.
  using Observed = std::vector<std::uint32_t>;

  CaseList() = default;
  CaseList(cpn::lua::CaseOrder order, std::vector<WrittenObservation> observations)
      : order_(order), observations_(std::move(observations)) {}

  /// Appends a case; `attributes` are those besides CaseID.
  void Add(Observed observed, std::vector<xml::Attribute> attributes) {
    cases_.push_back({std::move(observed), std::move(attributes)});
  }
  /// Leaves these cases only, each named once, in this order.
  void Keep(const std::vector<std::size_t>& chosen);

  std::size_t size() const { return cases_.size(); }
  bool empty() const { return cases_.empty(); }
  /// The TestCase element; its CaseID is `index` + 1. suite_builder.h says what it looks like.
  xml::Element operator[](std::size_t index) const;
  /// All of them. For suites that are small, or whose elements are all needed at the same time.
  std::vector<xml::Element> All() const;

 private:
  struct Case {
    Observed observed;
    std::vector<xml::Attribute> attributes;
  };

  void AddSet(const Observed& observed, xml::Element& to) const;
  void AddSequence(const Observed& observed, xml::Element& to) const;

  cpn::lua::CaseOrder order_ = cpn::lua::CaseOrder::kSet;
  std::vector<WrittenObservation> observations_;
  std::vector<Case> cases_;
};

}  // namespace generator
