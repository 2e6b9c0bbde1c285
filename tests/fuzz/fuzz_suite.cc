// Any bytes as a suite: what the reader accepts can be written, and reads as the same suite.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "adapter/systems/testing/typed_suite.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const cases::Suite suite = cases::ParseSuite(text, "fuzz.xml");
    if (cases::ParseSuite(cases::WriteSuite(suite), "fuzz.xml") != suite) std::abort();
  } catch (const base::ParseError&) {
  }
  return 0;
}
