#include "conformance/event.h"

#include <algorithm>
#include <utility>

namespace conformance {
namespace {

using cpn::lua::ObservationKind;
using Fields = std::vector<std::pair<std::string, std::string>>;

/// Appends the text with its length, so that no two sequences of texts look the same.
void AppendText(std::string_view text, std::string& out) {
  const auto size = static_cast<std::uint32_t>(text.size());
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>((size >> shift) & 0xff);
  out += text;
}

void AppendFields(const Fields& fields, std::string& out) {
  for (const auto& [name, value] : fields) {
    AppendText(name, out);
    AppendText(value, out);
  }
}

Fields Sorted(Fields fields) {
  std::sort(fields.begin(), fields.end());
  return fields;
}

}  // namespace

std::string ToString(const Event& event) {
  return (event.kind == ObservationKind::kStimulus ? "stimulus " : "response ") +
         oracles::ToString(event.what);
}

bool SameEvent(const Event& a, const Event& b) {
  return a.kind == b.kind && oracles::SameEvent(a.what, b.what);
}

bool ComesBefore(const Event& a, const Event& b) {
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.what.name != b.what.name) return a.what.name < b.what.name;
  return Sorted(a.what.fields) < Sorted(b.what.fields);
}

EventId EventTable::Intern(const Event& event) {
  key_.assign(1, event.kind == ObservationKind::kStimulus ? '!' : '?');
  AppendText(event.what.name, key_);
  const Fields& fields = event.what.fields;
  if (std::is_sorted(fields.begin(), fields.end())) {
    AppendFields(fields, key_);
  } else {
    AppendFields(Sorted(fields), key_);
  }
  const auto [entry, is_new] = ids_.emplace(key_, static_cast<EventId>(events_.size()));
  if (is_new) events_.push_back(event);
  return entry->second;
}

}  // namespace conformance
