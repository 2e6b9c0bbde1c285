// Any bytes as a .cpn file: read, translated, and what could be translated loaded and explored a
// little.
#include "cpntools/document/reader.h"
#include "cpntools/translate.h"
#include "tests/fuzz/model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto document = cpntools::ReadDocument(fuzz::TextOf(data, size), "fuzz.cpn");
    const cpntools::Translation translation = cpntools::Translate(document, "fuzz");
    fuzz::Explore(*fuzz::Load(translation.lua));
  } catch (const cpntools::ReadError&) {
  } catch (const cpn::ModelError&) {
  }
  return 0;
}
