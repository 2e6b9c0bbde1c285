// Any bytes as a model in the model language: loaded, explored a little, its test cases generated
// from two short runs, and written as PNML where it is a symmetric net. Inputs are changed as texts
// of the language (lua_mutator.h) more often than as bytes.
#include <algorithm>
#include <cstring>
#include <string>

#include "base/progress.h"
#include "generator/simulation_method.h"
#include "generator/suite_builder.h"
#include "pnml/from_model.h"
#include "pnml/to_lua.h"
#include "pnml/writer.h"
#include "tests/fuzz/lua_mutator.h"
#include "tests/fuzz/model.h"

namespace {

constexpr std::uint64_t kRuns = 2;
constexpr std::uint64_t kSteps = 20;
constexpr std::size_t kTransitions = 20;  // of a net that is written

void Generate(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification) {
  generator::SimulationMethodOptions options;
  options.runs = kRuns;
  options.max_steps = kSteps;
  base::Progress progress(nullptr);
  const auto raw = generator::GenerateFromSimulations(model, specification, {}, options, progress);
  const auto built = generator::BuildCases(raw, specification);
  generator::WriteSuite(specification, {}, built.cases);
}

/// Does one thing with a model that can be loaded; the next one may work though this one does not.
template <class Use>
void Try(const Use& use) {
  try {
    use();
  } catch (const cpn::ModelError&) {
  } catch (const pnml::TranslationError&) {  // a name that XML cannot hold
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Try([&] {
    const auto model = fuzz::Load(std::string(fuzz::TextOf(data, size)));
    Try([&] { fuzz::Explore(*model); });
    for (const auto& specification : model->specifications()) {
      Try([&] { Generate(*model, *specification); });
    }
    if (model->net().transitions().size() > kTransitions) return;
    Try([&] { pnml::WriteNet(pnml::FromModel(*model)); });
  });
  return 0;
}

// libFuzzer's own; not there where the target is no program of libFuzzer.
extern "C" __attribute__((weak)) std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                              std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned int seed) {
  if (seed % 4 == 0 && LLVMFuzzerMutate != nullptr) return LLVMFuzzerMutate(data, size, max_size);
  const std::string made = fuzz::MutateModel(fuzz::TextOf(data, size), seed, max_size);
  const std::size_t length = std::min(made.size(), max_size);
  std::memcpy(data, made.data(), length);
  return length;
}
