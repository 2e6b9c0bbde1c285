#include "suite/shard.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/characters.h"

namespace suite {
namespace {

NamedTexts ReadTexts(const xml::Checked& parent, const char* child) {
  NamedTexts texts;
  for (const xml::Checked& element : parent.All(child)) {
    element.AllowAttributes({"Name", "Value"});
    element.AllowChildren({});
    const xml::Attribute* const value = element.OptionalAttribute("Value");
    texts.emplace_back(element.AttributeText("Name"), value == nullptr ? "" : value->value);
  }
  return texts;
}

void WriteTexts(const NamedTexts& texts, const char* child, xml::Element& parent) {
  for (const auto& [name, value] : texts) {
    parent.Add(child).SetAttribute("Name", name).SetAttribute("Value", value);
  }
}

bool ReadFlag(const xml::Checked& element, const char* name) {
  const xml::Attribute* const flag = element.OptionalAttribute(name);
  if (flag == nullptr || flag->value == "false") return false;
  if (flag->value == "true") return true;
  element.FailAt(flag->position, base::Quoted(flag->value) + " is not a truth value",
                 base::Quoted(name) + " is true or false");
}

/// What the children of that name say together: a text has a greatest length.
std::string ReadLong(const xml::Checked& parent, const char* child) {
  std::string text;
  for (const xml::Checked& piece : parent.All(child)) text += piece.Text();
  return text;
}

void WriteLong(std::string_view text, const char* child, xml::Element& parent) {
  constexpr std::size_t kLongest = 32'768;
  while (!text.empty()) {
    std::size_t size = std::min(kLongest, text.size());
    const auto inside = [&] {  // of a character of several bytes
      return size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0u) == 0x80u;
    };
    while (inside()) --size;
    parent.Add(child).text = text.substr(0, size);
    text.remove_prefix(size);
  }
}

std::vector<ShardObservation> ReadObservations(const xml::Checked& shard) {
  std::vector<ShardObservation> observations;
  for (const xml::Checked& element : shard.All("Observation")) {
    element.AllowAttributes({});
    element.AllowChildren({"Key", "Written"});
    observations.push_back({ReadLong(element, "Key"), ReadLong(element, "Written")});
    if (observations.size() > 1 && observations.rbegin()[1].key >= observations.back().key) {
      element.Fail("this key does not come behind the one before it",
                   "the keys of a part rise; write the part again");
    }
  }
  return observations;
}

/// Numbers below `end`, with a blank between two.
std::vector<std::uint32_t> ReadNumbers(const xml::Checked& element, std::size_t end) {
  const std::string text = ReadLong(element, "Observations");
  std::vector<std::uint32_t> numbers;
  std::string_view left = text;
  while (!left.empty()) {
    std::uint32_t number = 0;
    const auto [stop, error] = std::from_chars(left.data(), left.data() + left.size(), number);
    const auto read = static_cast<std::size_t>(stop - left.data());
    const bool ends = read == left.size();
    if (error != std::errc{} || number >= end || (!ends && *stop != ' ')) {
      element.Fail("this is no list of observations of the part",
                   "it has numbers below " + std::to_string(end) + ", a blank between two");
    }
    numbers.push_back(number);
    left.remove_prefix(ends ? read : read + 1);
  }
  return numbers;
}

}  // namespace

Shard ReadShard(const xml::Checked& element) {
  element.AllowAttributes({"Part", "Order", "Pairwise", "Unfinished"});
  element.AllowChildren({"Call", "Observation", "Case"});
  Shard shard;
  shard.part = element.AttributeText("Part");
  const std::string& order = element.AttributeText("Order");
  if (order != "set" && order != "sequence") {
    element.FailAt(element.OptionalAttribute("Order")->position,
                   base::Quoted(order) + " is not an order", "'Order' is set or sequence");
  }
  shard.is_set = order == "set";
  shard.pairwise = ReadFlag(element, "Pairwise");
  shard.unfinished = element.OptionalUnsigned("Unfinished").value_or(0);
  shard.call = ReadTexts(element, "Call");
  shard.observations = ReadObservations(element);
  for (const xml::Checked& one : element.All("Case")) {
    one.AllowAttributes({});
    one.AllowChildren({"Observations", "Option"});
    shard.cases.push_back({ReadNumbers(one, shard.observations.size()), ReadTexts(one, "Option")});
  }
  return shard;
}

xml::Element ToElement(const Shard& shard) {
  xml::Element element("Shard");
  element.SetAttribute("Part", shard.part);
  element.SetAttribute("Order", shard.is_set ? "set" : "sequence");
  if (shard.pairwise) element.SetAttribute("Pairwise", "true");
  if (shard.unfinished > 0) element.SetAttribute("Unfinished", std::to_string(shard.unfinished));
  WriteTexts(shard.call, "Call", element);
  for (const ShardObservation& observation : shard.observations) {
    xml::Element& child = element.Add("Observation");
    WriteLong(observation.key, "Key", child);
    WriteLong(observation.written, "Written", child);
  }
  for (const ShardCase& one : shard.cases) {
    std::string numbers;
    for (const std::uint32_t number : one.observations) {
      numbers += (numbers.empty() ? "" : " ") + std::to_string(number);
    }
    xml::Element& child = element.Add("Case");
    WriteLong(numbers, "Observations", child);
    WriteTexts(one.options, "Option", child);
  }
  return element;
}

}  // namespace suite
