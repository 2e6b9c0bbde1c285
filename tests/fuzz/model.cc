#include "tests/fuzz/model.h"

#include <algorithm>
#include <vector>

#include "cpn/engine/engine.h"

namespace fuzz {
namespace {

constexpr std::size_t kMemory = std::size_t{64} << 20;
constexpr std::uint32_t kInstructions = 200'000;
constexpr std::size_t kMarkings = 20;
constexpr std::size_t kElements = 20;  // of one marking

}  // namespace

std::unique_ptr<cpn::lua::LuaModel> Load(const std::string& text) {
  cpn::lua::LoadOptions options;
  options.limits.memory = kMemory;
  options.limits.instructions = kInstructions;
  return cpn::lua::LuaModel::LoadText(text, "fuzz.lua", options);
}

void Explore(cpn::lua::LuaModel& model) {
  cpn::Engine& engine = model.engine();
  std::vector<cpn::Marking> markings{engine.InitialMarking()};
  for (std::size_t i = 0; i < markings.size(); ++i) {
    engine.FormatMarking(markings[i]);
    const auto enabled = engine.Enabled(markings[i]);
    std::vector<cpn::BindingElementId> elements(enabled.begin(), enabled.end());
    if (elements.size() > kElements) elements.resize(kElements);
    for (const cpn::BindingElementId element : elements) {
      engine.FormatElement(element);
      cpn::Marking next = markings[i];
      engine.Occur(next, element);
      const bool known = std::find(markings.begin(), markings.end(), next) != markings.end();
      if (!known && markings.size() < kMarkings) markings.push_back(std::move(next));
    }
  }
}

}  // namespace fuzz
