// Suites of the models of Paxos, as cpngen generates them. Thread safety: a free function without
// state.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "adapter/systems/testing/typed_suite.h"
#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/paths.h"

namespace models {

/// The suite of a specification of models/paxos/MODEL; `parameters` are texts like "replicas=3".
inline cases::Suite Generate(const std::string& model, const std::string& specification,
                             const std::vector<std::string>& parameters = {},
                             const std::vector<std::string>& method = {"--state-space"}) {
  const base::TemporaryFolder folder;
  const std::string file = folder / "suite.xml";
  std::vector<std::string> call{
      "generate", test::SourcePath("/models/paxos/") + model, "--spec", specification, "-o", file};
  call.insert(call.end(), method.begin(), method.end());
  for (const std::string& parameter : parameters) call.insert(call.end(), {"-D", parameter});
  const auto outcome = cpngen::testing::Call(call);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return cases::ReadSuite(file);
}

}  // namespace models
