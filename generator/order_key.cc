#include "generator/order_key.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace generator {
namespace {

constexpr char kEnd = '!';   // below all others
constexpr char kMore = '+';  // above it

void AppendKind(std::size_t kind, std::string& key) { key += static_cast<char>('a' + kind); }

void AppendText(std::string_view text, std::string& key) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    key += kDigits[byte >> 4u];
    key += kDigits[byte & 15u];
  }
  key += kEnd;
}

void AppendValue(const cpn::ValueStore& values, cpn::Value value, std::string& key) {
  const cpn::ValueKind kind = values.Kind(value);
  AppendKind(static_cast<std::size_t>(kind), key);
  switch (kind) {
    case cpn::ValueKind::kUnit:
      return;
    case cpn::ValueKind::kBool:
      key += values.AsBool(value) ? '1' : '0';
      return;
    case cpn::ValueKind::kInt:
      // So that negative numbers come first.
      key += fmt::format(
          "{:016x}", static_cast<std::uint64_t>(values.AsInt(value)) ^ (std::uint64_t{1} << 63u));
      return;
    case cpn::ValueKind::kEnum:
    case cpn::ValueKind::kString:
      AppendText(values.AsText(value), key);
      return;
    case cpn::ValueKind::kRecord:
      for (std::size_t i = 0; i < values.Elements(value).size(); ++i) {
        key += kMore;
        AppendText(values.FieldName(value, i), key);
      }
      key += kEnd;
      break;
    case cpn::ValueKind::kUnion:
      AppendText(values.Constructor(value), key);
      break;
    case cpn::ValueKind::kTuple:
    case cpn::ValueKind::kList:
      break;
  }
  for (const cpn::Value part : values.Elements(value)) {
    key += kMore;
    AppendValue(values, part, key);
  }
  key += kEnd;
}

}  // namespace

std::string OrderKey(const cpn::ValueStore& values, cpn::Value value) {
  std::string key;
  AppendValue(values, value, key);
  return key;
}

std::string OrderKey(const cpn::ValueStore& values, const cpn::lua::Observation& observation) {
  std::string key;
  AppendKind(static_cast<std::size_t>(observation.kind), key);
  AppendText(observation.name, key);
  AppendValue(values, observation.fields, key);
  return key;
}

bool IsStimulusKey(const std::string& key) {
  std::string stimulus;
  AppendKind(static_cast<std::size_t>(cpn::lua::ObservationKind::kStimulus), stimulus);
  return key.starts_with(stimulus);
}

}  // namespace generator
