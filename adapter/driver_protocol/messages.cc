#include "adapter/driver_protocol/messages.h"

namespace adapter::driver_protocol {

oracles::ObservedEvent ObservedOf(const Event& event) {
  oracles::ObservedEvent observed;
  observed.name = event.name;
  observed.source = event.source;
  if (!event.text.empty()) observed.fields.emplace_back("", event.text);
  for (auto& field : Flatten(event.fields)) observed.fields.push_back(std::move(field));
  return observed;
}

}  // namespace adapter::driver_protocol
