#include "adapter/online/coverage.h"

#include <algorithm>
#include <string_view>

namespace adapter::online {
namespace {

using cpn::lua::ObservationKind;

/// FNV-1a, 64 bits; each text ends with a byte that none holds.
void Mix(std::string_view text, std::uint64_t& hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  hash = (hash ^ 0xffu) * 0x100000001b3u;
}

constexpr std::uint64_t kBasis = 0xcbf29ce484222325u;

}  // namespace

Coverage::Stimulus Coverage::NumberOf(const conformance::Event& stimulus) {
  std::uint64_t hash = kBasis;
  Mix(stimulus.what.name, hash);
  auto fields = stimulus.what.fields;
  std::sort(fields.begin(), fields.end());
  for (const auto& [name, value] : fields) {
    Mix(name, hash);
    Mix(value, hash);
  }
  return hash;
}

Coverage::State Coverage::See(const Situation& situation) {
  std::uint64_t hash = kBasis;
  const auto mix = [&hash](const conformance::Event& event) {
    hash = (hash ^ NumberOf(event)) * 0x100000001b3u;
  };
  for (const conformance::Event& stimulus : situation.possible) mix(stimulus);
  Mix(situation.tracker.MayRest() ? "may rest" : "must answer", hash);
  for (const conformance::Event& response :
       situation.tracker.Possible(ObservationKind::kResponse)) {
    mix(response);
  }
  states_.insert(hash);
  most_markings_ = std::max(most_markings_, situation.tracker.size());
  return hash;
}

std::uint64_t Coverage::Sent(State state, Stimulus stimulus) const {
  const auto found = sent_.find({state, stimulus});
  return found == sent_.end() ? 0 : found->second;
}

}  // namespace adapter::online
