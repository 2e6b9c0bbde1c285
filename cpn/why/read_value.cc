#include "cpn/why/read_value.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cpn::why {
namespace {

/// Reads from the front of a text what one colour set after the other asks for.
class Reader {
 public:
  Reader(std::string_view text, const ColourSets& colour_sets, ValueStore& values)
      : rest_(text), colour_sets_(colour_sets), values_(values) {}

  bool AtEnd() const { return rest_.empty(); }

  std::optional<Value> Read(ColourSetId type) {
    const ColourSet& set = colour_sets_[colour_sets_.Resolve(type)];
    switch (set.kind) {
      case ColourSetKind::kUnit:
        return Skip("()") ? std::optional(values_.Unit()) : std::nullopt;
      case ColourSetKind::kBool:
        if (Skip("true")) return values_.Bool(true);
        return Skip("false") ? std::optional(values_.Bool(false)) : std::nullopt;
      case ColourSetKind::kInt:
        return ReadInteger(INT64_MIN, INT64_MAX);
      case ColourSetKind::kRange:
      case ColourSetKind::kIndex:
        return ReadInteger(set.low, set.high);
      case ColourSetKind::kString:
        return ReadString();
      case ColourSetKind::kEnum:
        return ReadEnum(set);
      case ColourSetKind::kProduct:
        return ReadProduct(set);
      case ColourSetKind::kList:
        return ReadList(set);
      case ColourSetKind::kRecord:
        return ReadRecord(set);
      case ColourSetKind::kUnion:
        return ReadUnion(set);
      case ColourSetKind::kSubset:
      case ColourSetKind::kAlias:
        break;  // Resolve() has led on
    }
    return std::nullopt;
  }

 private:
  bool Skip(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::optional<Value> ReadInteger(std::int64_t low, std::int64_t high) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc() || number < low || number > high) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return values_.Int(number);
  }

  std::optional<Value> ReadString() {
    if (!Skip("\"")) return std::nullopt;
    std::string text;
    while (!rest_.empty() && rest_.front() != '"') {
      if (Skip("\\n")) {
        text += '\n';
      } else if (Skip("\\x")) {
        unsigned byte = 0;
        const std::size_t size = std::min<std::size_t>(2, rest_.size());
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + size, byte, 16);
        if (error != std::errc() || end != rest_.data() + 2) return std::nullopt;
        rest_.remove_prefix(2);
        text += static_cast<char>(byte);
      } else {
        Skip("\\");  // what follows stands for itself
        if (rest_.empty()) return std::nullopt;
        text += rest_.front();
        rest_.remove_prefix(1);
      }
    }
    return Skip("\"") ? std::optional(values_.String(text)) : std::nullopt;
  }

  /// The longest of the names that the text begins with: one may begin with another.
  const std::string* LongestOf(const std::vector<std::string>& names) {
    const std::string* longest = nullptr;
    for (const std::string& name : names) {
      if (rest_.starts_with(name) && (longest == nullptr || name.size() > longest->size())) {
        longest = &name;
      }
    }
    return longest;
  }

  std::optional<Value> ReadEnum(const ColourSet& set) {
    const std::string* const name = LongestOf(set.names);
    if (name == nullptr) return std::nullopt;
    Skip(*name);
    return values_.Enum(*name);
  }

  std::optional<Value> ReadProduct(const ColourSet& set) {
    if (!Skip("(")) return std::nullopt;
    std::vector<Value> parts;
    for (const ColourSetId part : set.parts) {
      if (!parts.empty() && !Skip(", ")) return std::nullopt;
      const std::optional<Value> value = Read(part);
      if (!value) return std::nullopt;
      parts.push_back(*value);
    }
    return Skip(")") ? std::optional(values_.Tuple(parts)) : std::nullopt;
  }

  std::optional<Value> ReadList(const ColourSet& set) {
    if (!Skip("[")) return std::nullopt;
    std::vector<Value> parts;
    while (!Skip("]")) {
      if (!parts.empty() && !Skip(", ")) return std::nullopt;
      const std::optional<Value> value = Read(set.parts[0]);
      if (!value) return std::nullopt;
      parts.push_back(*value);
    }
    return values_.List(parts);
  }

  std::optional<Value> ReadRecord(const ColourSet& set) {
    std::vector<ColourSetField> fields = set.fields;
    std::sort(fields.begin(), fields.end(),
              [](const ColourSetField& a, const ColourSetField& b) { return a.name < b.name; });
    if (!Skip("{")) return std::nullopt;
    std::vector<std::pair<std::string, Value>> parts;
    for (const ColourSetField& field : fields) {
      if (!parts.empty() && !Skip(", ")) return std::nullopt;
      if (!Skip(field.name + " = ")) return std::nullopt;
      const std::optional<Value> value = Read(*field.type);
      if (!value) return std::nullopt;
      parts.emplace_back(field.name, *value);
    }
    return Skip("}") ? std::optional(values_.Record(parts)) : std::nullopt;
  }

  std::optional<Value> ReadUnion(const ColourSet& set) {
    const std::vector<std::string> names = FieldNames(set);
    const std::string* const name = LongestOf(names);
    if (name == nullptr) return std::nullopt;
    const ColourSetField& constructor = set.fields[static_cast<std::size_t>(name - names.data())];
    Skip(*name);
    if (!constructor.type) return values_.Union(*name, values_.Unit());
    const ColourSetKind kind = colour_sets_[colour_sets_.Resolve(*constructor.type)].kind;
    if (kind == ColourSetKind::kUnit) return values_.Union(*name, values_.Unit());
    const bool brackets = kind != ColourSetKind::kProduct;
    if (brackets && !Skip("(")) return std::nullopt;
    const std::optional<Value> payload = Read(*constructor.type);
    if (!payload || (brackets && !Skip(")"))) return std::nullopt;
    return values_.Union(*name, *payload);
  }

  std::string_view rest_;
  const ColourSets& colour_sets_;
  ValueStore& values_;
};

}  // namespace

std::optional<Value> ReadValue(std::string_view text, ColourSetId type,
                               const ColourSets& colour_sets, ValueStore& values) {
  Reader reader(text, colour_sets, values);
  const std::optional<Value> value = reader.Read(type);
  return reader.AtEnd() ? value : std::nullopt;
}

}  // namespace cpn::why
