// Any bytes as a formula file of the Model Checking Contest: read for a small net, and answered.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/parse_error.h"
#include "mcc/examination.h"
#include "mcc/formula_reader.h"

namespace {

/// Two tokens go from a to b; c counts up.
constexpr const char* kNet =
    "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='p'>"
    "<place id='a'><initialMarking><text>2</text></initialMarking></place>"
    "<place id='b'/><place id='c'/><transition id='t'/><transition id='u'/>"
    "<arc id='1' source='a' target='t'/><arc id='2' source='t' target='b'/>"
    "<arc id='3' source='u' target='c'/></page></net></pnml>";

constexpr std::uint64_t kMarkings = 30;  // of infinitely many

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static mcc::LoadedNet net = mcc::LoadNetText(kNet, "net.pnml");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<mcc::Property> bounds;
  std::vector<mcc::Property> formulas;
  try {
    for (mcc::Property& property : mcc::ReadProperties(text, "fuzz.xml", net.net)) {
      (property.is_bound ? bounds : formulas).push_back(std::move(property));
    }
  } catch (const base::ParseError&) {
    return 0;
  }
  cpn::ExplorationOptions limits;
  limits.max_states = kMarkings;
  const auto lines = [&](mcc::Examination examination, const std::vector<mcc::Property>& asked) {
    return mcc::Examine(net, examination, asked, limits).lines.size();
  };
  // Every formula has an answer.
  if (lines(mcc::Examination::kUpperBounds, bounds) != bounds.size()) std::abort();
  if (lines(mcc::Examination::kCtlCardinality, formulas) != formulas.size()) std::abort();
  return 0;
}
