// What tests of conformance share: events in few words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "conformance/event.h"

namespace conformance::testing {

using Fields = std::vector<std::pair<std::string, std::string>>;

inline Event Stimulus(const std::string& name, Fields fields = {}) {
  return {cpn::lua::ObservationKind::kStimulus, {name, std::move(fields), ""}};
}
inline Event Response(const std::string& name, Fields fields = {}) {
  return {cpn::lua::ObservationKind::kResponse, {name, std::move(fields), ""}};
}

inline std::vector<std::string> Texts(const std::vector<Event>& events) {
  std::vector<std::string> texts;
  for (const Event& event : events) texts.push_back(ToString(event));
  return texts;
}

}  // namespace conformance::testing
