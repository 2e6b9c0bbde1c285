// The parts of calls, in a folder of the test's own.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "tests/programs/run_script.h"

namespace shards {

inline const std::string kModels = test::SourcePath("/models/");

class PartsTest : public ::testing::Test {
 protected:
  test::Ended Run(const std::string& script) const {
    return test::RunScript(script, folder_.path().string());
  }
  /// A script that must end well.
  void Do(const std::string& script) const {
    const test::Ended ended = Run(script);
    ASSERT_EQ(ended.code, 0) << script << "\n" << ended.output;
  }
  std::string File(const std::string& name) const { return test::ReadFile(folder_.path() / name); }

  /// Runs the call for each part; in `call` @ stands for I/N, and # for I, as in "-o #.xml".
  /// Parts may end with code 1.
  void DoParts(std::string call, int count) const {
    const auto replace = [&call](const std::string& sign, const std::string& text) {
      for (std::size_t at = 0; (at = call.find(sign, at)) != std::string::npos; at += text.size()) {
        call.replace(at, sign.size(), text);
      }
    };
    replace("@", "$i/" + std::to_string(count));
    replace("#", "$i");
    Do("for i in $(seq " + std::to_string(count) + "); do " + call +
       " 2> log; test $? -lt 2 || { cat log; exit 2; }; done");
  }

  base::TemporaryFolder folder_;
};

}  // namespace shards
