// Which cases of a model the cases of a suite are: by what is written in them, as `cpngen generate`
// writes the model's own.
//
// A case with alternatives (docs/suite_format.md) stands for each of its paths. What does not
// count: ids, and for cases of order "set" the order of stimuli and of responses. Thread safety: as
// the model.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cpn/lua/run/test_case.h"
#include "generator/suite_builder.h"
#include "suite/suite.h"

namespace model_coverage {

/// One text for each path of a case, the same for paths that are written alike.
std::vector<std::string> PathKeys(const suite::Case& test_case, cpn::lua::CaseOrder order);

class ModelCases {
 public:
  /// `built` are the cases of the model, of that order; they must outlive this.
  ModelCases(const generator::BuiltCases& built, cpn::lua::CaseOrder order);

  struct Match {
    std::vector<std::size_t> cases;  ///< of the model, one a path
    std::size_t unknown = 0;         ///< paths that are no cases of the model
  };
  Match Find(const suite::Case& test_case) const;

 private:
  const cpn::lua::CaseOrder order_;
  std::map<std::string, std::size_t> cases_;  ///< by key
};

}  // namespace model_coverage
