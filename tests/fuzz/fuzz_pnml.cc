// Any bytes as a .pnml file: read, translated, loaded, and explored a little. What a net's reader
// accepts has all its places and transitions in the model.
#include <cstdlib>

#include "base/parse_error.h"
#include "pnml/reader.h"
#include "pnml/to_lua.h"
#include "tests/fuzz/model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const pnml::Net net = pnml::ReadNet(fuzz::TextOf(data, size), "fuzz.pnml");
    const pnml::Translation translation = pnml::ToLua(net, "fuzz.pnml");
    const auto model = fuzz::Load(translation.text);
    for (const std::string& place : translation.places) {
      if (!model->net().FindPlace(place)) std::abort();
    }
    for (const std::string& transition : translation.transitions) {
      if (!model->net().FindTransition(transition)) std::abort();
    }
    fuzz::Explore(*model);
  } catch (const base::ParseError&) {
  } catch (const pnml::TranslationError&) {
  } catch (const cpn::ModelError&) {
  }
  return 0;
}
