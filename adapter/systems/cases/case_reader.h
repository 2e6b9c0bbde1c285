// Strict reading of one test case of a known form: what the readers of all kinds share.
//
// What is checked is the form: that every part is there, that counts and servers agree with the
// configuration, that numbers are numbers. Whether an oracle is right is for the test to find.
// Every failure is a base::ParseError at the place that is wrong. A CaseReader refers to what it
// was made of, which must outlive it. Immutable.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "adapter/case_form.h"
#include "adapter/systems/cases/configuration.h"
#include "xml/checked.h"

namespace cases {

inline constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();

class CaseReader {
 public:
  CaseReader(const adapter::CaseForm& form, const xml::Checked& test_case,
             const Configuration& configuration);

  const Configuration& configuration() const { return configuration_; }
  /// " of a learnertest case": completes messages.
  const std::string& whose() const { return whose_; }

  struct Parts {
    xml::Checked values;
    xml::Checked oracles;
  };
  /// The two parts of the case, with no elements in them but the form's. Fails when the case has
  /// alternatives; so does Steps().
  Parts TwoParts() const;
  /// The parts of a case that is a list of `TestValue`, with no elements in them but the form's.
  std::vector<xml::Checked> Steps() const;

  /// The element itself, once it is known to have no attributes and no other children than these.
  xml::Checked Plain(const xml::Checked& element, const xml::Names& children) const;

  /// The leaf as a server of `known`.
  ServerId Server(const xml::Checked& leaf, const std::vector<ServerId>& known) const;
  /// The leaf as a server of the suite.
  ServerId Server(const xml::Checked& leaf) const {
    return Server(leaf, configuration_.server_ids);
  }
  std::vector<ServerId> Servers(const std::vector<xml::Checked>& leaves,
                                const std::vector<ServerId>& known) const;
  /// The servers that the case lists in `ServerIDs`, all of them the suite's if that has any.
  std::vector<ServerId> CaseServers(const xml::Checked& values) const;
  /// The replies of that name: at least one, at most one of each server.
  std::vector<xml::Checked> Replies(const xml::Checked& values, const char* name) const;
  /// Truth values, one for each of `count` servers; none stands for all false, if it may.
  std::vector<bool> Flags(const xml::Checked& list, const char* name, std::size_t count,
                          bool may_be_empty) const;

 private:
  void RefuseAlternatives() const;
  xml::Names NamesIn(adapter::CasePart part) const;

  const adapter::CaseForm& form_;
  const std::string whose_;
  const xml::Checked case_;
  const Configuration& configuration_;
};

/// The leaves of that name; fails when two say the same number.
std::vector<xml::Checked> DistinctLeaves(const xml::Checked& list, const xml::Name& name);

}  // namespace cases
