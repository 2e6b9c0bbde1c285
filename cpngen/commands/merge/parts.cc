#include "cpngen/commands/merge/parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/characters.h"
#include "cpngen/input_error.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

constexpr std::size_t kMostNamed = 5;  // files or parts in a message

const std::string* Find(const CallTexts& call, const std::string& name) {
  const auto found =
      std::find_if(call.begin(), call.end(), [&](const auto& text) { return text.first == name; });
  return found == call.end() ? nullptr : &found->second;
}

std::string Shown(const std::string* text) {
  return text == nullptr ? "not given" : base::Quoted(*text);
}

void RequireSameCall(const PartHeader& part, const PartHeader& first) {
  const auto require = [&](const std::string& name) {
    const std::string* const one = Find(part.call, name);
    const std::string* const other = Find(first.call, name);
    if (one != nullptr && other != nullptr && *one == *other) return;
    RefuseOtherCall(part.file, Shown(one), first.file, Shown(other), name);
  };
  for (const auto& [name, value] : part.call) require(name);
  for (const auto& [name, value] : first.call) require(name);
}

/// "a, b, c and 4 more".
std::string Listed(std::vector<std::string> names) {
  const std::size_t all = names.size();
  if (all > kMostNamed) names.resize(kMostNamed - 1);
  std::string list = fmt::format("{}", fmt::join(names, ", "));
  if (all > names.size()) list += fmt::format(" and {} more", all - names.size());
  return list;
}

[[noreturn]] void RefuseMissing(const std::vector<PartHeader>& parts,
                                const std::vector<std::optional<std::size_t>>& order) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!order[i]) missing.push_back(ToText(command_line::Shard{i, order.size()}));
  }
  std::vector<std::string> files;
  for (const PartHeader& part : parts) {
    files.push_back(fmt::format("{} ({})", part.file, ToText(part.shard)));
  }
  throw InputError(fmt::format(
      "{} {} missing; there {} {}", (missing.size() == 1 ? "part " : "parts ") + Listed(missing),
      missing.size() == 1 ? "is" : "are", files.size() == 1 ? "is" : "are", Listed(files)));
}

}  // namespace

std::vector<std::size_t> OrderOfParts(const std::vector<PartHeader>& parts) {
  const PartHeader& first = parts.front();
  std::vector<std::optional<std::size_t>> order(first.shard.count);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartHeader& part = parts[i];
    if (part.shard.count != first.shard.count) {
      throw InputError(
          fmt::format("{} is part {}, and {} is part {}: parts of one call have the "
                      "same N",
                      first.file, ToText(first.shard), part.file, ToText(part.shard)));
    }
    RequireSameCall(part, first);
    std::optional<std::size_t>& place = order[part.shard.index];
    if (place) {
      throw InputError(fmt::format("{} and {} are both part {}; give each part once",
                                   parts[*place].file, part.file, ToText(part.shard)));
    }
    place = i;
  }
  if (parts.size() < order.size()) RefuseMissing(parts, order);
  std::vector<std::size_t> numbers;
  for (const std::optional<std::size_t>& number : order) numbers.push_back(*number);
  return numbers;
}

void RefuseOtherCall(const std::string& file, const std::string& value,
                     const std::string& other_file, const std::string& other_value,
                     const std::string& what) {
  throw InputError(fmt::format("{} and {} are parts of different calls: {} is {} and {}",
                               other_file, file, what, other_value, value));
}

void RefuseWhole(const std::string& file) {
  throw InputError(fmt::format("{} is no part of a call: it was made without --shard I/N", file));
}

}  // namespace cpngen
