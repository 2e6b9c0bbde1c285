// Test cases as values: observations, and the XML elements that a format hook makes of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/net/model.h"
#include "cpn/values/value.h"

namespace cpn::lua {

/// An XML element as a format hook describes it. It has a text or children, not both.
struct XmlNode {
  std::string name;                                             ///< an XML name
  std::vector<std::pair<std::string, std::string>> attributes;  ///< in the hook's order
  std::string text;                                             ///< not escaped
  std::vector<XmlNode> children;
  friend bool operator==(const XmlNode&, const XmlNode&) = default;
};

/// A stimulus is what the environment gives the system; a response is what it is to answer.
enum class ObservationKind : std::uint8_t { kStimulus, kResponse };

/// An input or output event of a test case.
struct Observation {
  ObservationKind kind = ObservationKind::kStimulus;
  std::string name;
  Value fields;  ///< a record of plain data: integers, strings, booleans, unit, lists, records
  friend bool operator==(const Observation&, const Observation&) = default;
};

/// The observations of one test case.
using TestCase = std::vector<Observation>;

/// What makes a test case: a whole run, or each observed occurrence by itself (unit tests).
enum class CaseScope : std::uint8_t { kRun, kOccurrence };

/// Does the order of a case's observations count?
enum class CaseOrder : std::uint8_t {
  kSet,      ///< no: stimuli before responses, sorted, each once
  kSequence  ///< yes: in the order of their occurrence
};

/// Where a case ends before the run does: in a marking of which the function holds, or behind an
/// occurrence of the transition. At most one of them; none: cases are whole runs.
struct CaseGoal {
  std::optional<ctl::StateFunctionId> marking;
  std::optional<std::pair<ModuleId, std::uint32_t>> transition;
  explicit operator bool() const { return marking || transition; }
};

/// What a suite says about itself.
struct SuiteInfo {
  std::string name;  ///< the specification's name unless the model gives another
  std::vector<XmlNode> configuration;
};

}  // namespace cpn::lua
