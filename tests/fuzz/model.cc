#include "tests/fuzz/model.h"

#include "cpn/state_space.h"

namespace fuzz {
namespace {

constexpr std::size_t kMemory = std::size_t{64} << 20;
constexpr std::uint32_t kInstructions = 200'000;
constexpr std::uint64_t kMarkings = 20;

}  // namespace

std::unique_ptr<cpn::lua::LuaModel> Load(const std::string& text) {
  cpn::lua::LoadOptions options;
  options.memory_limit = kMemory;
  options.instruction_limit = kInstructions;
  return cpn::lua::LuaModel::LoadText(text, "fuzz.lua", options);
}

void Explore(cpn::lua::LuaModel& model) {
  cpn::ExplorationOptions limits;
  limits.max_states = kMarkings;
  cpn::Explore(model.engine(), limits);
}

}  // namespace fuzz
