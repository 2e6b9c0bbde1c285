// Any bytes as a suite: its cases as steps of any system; and as cases of the systems in the box:
// what the reader accepts can be written, and reads as the same suite.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "adapter/systems/testing/typed_suite.h"
#include "suite/reader.h"

namespace {

/// Whether they can be read is all the same here.
void ReadSteps(const suite::Suite& suite, const suite::Case& test) {
  try {
    StepsOf(suite, test);
  } catch (const base::ParseError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const suite::Suite any = suite::ParseSuite(std::string(text), "fuzz.xml");
    for (const suite::Case& test : any.cases()) ReadSteps(any, test);
    const cases::Suite suite = cases::ParseSuite(text, "fuzz.xml");
    if (cases::ParseSuite(cases::WriteSuite(suite), "fuzz.xml") != suite) std::abort();
  } catch (const base::ParseError&) {
  }
  return 0;
}
