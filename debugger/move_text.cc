#include "debugger/move_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace debugger {
namespace {

using cpn::MultiSetEntry;
using cpn::Value;
using cpn::ValueKind;
using cpn::ValueStore;
using Entries = std::vector<MultiSetEntry>;

/// The tokens of `a` that are, or are not, in `b` as well, as often as they are.
Entries Shared(const cpn::MultiSetStore& store, cpn::MultiSet a, cpn::MultiSet b, bool shared) {
  Entries entries;
  for (const MultiSetEntry& entry : store.Entries(a)) {
    const std::uint32_t both = std::min(entry.count, store.Count(b, entry.value));
    const std::uint32_t count = shared ? both : entry.count - both;
    if (count > 0) entries.push_back({entry.value, count});
  }
  return entries;
}

std::string Text(const ValueStore& values, const Entries& entries) {
  std::string text;
  for (const MultiSetEntry& entry : entries) {
    text +=
        fmt::format("{}{}`{}", text.empty() ? "" : " ++ ", entry.count, values.Format(entry.value));
  }
  return text;
}

bool IsPlain(const ValueStore& values, Value value) {
  switch (values.Kind(value)) {
    case ValueKind::kUnit:
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kEnum:
    case ValueKind::kString:
      return true;
    default:
      return false;
  }
}

/// Records with the same fields.
bool AreAlike(const ValueStore& values, Value a, Value b) {
  if (values.Kind(a) != ValueKind::kRecord || values.Kind(b) != ValueKind::kRecord) return false;
  const std::size_t size = values.Elements(a).size();
  if (values.Elements(b).size() != size) return false;
  for (std::size_t i = 0; i < size; ++i) {
    if (values.FieldName(a, i) != values.FieldName(b, i)) return false;
  }
  return true;
}

/// How one token becomes another one; says the plain fields that stay when `identify`.
class Changes {
 public:
  Changes(const ValueStore& values, bool identify) : values_(values), identify_(identify) {}

  /// Is there less to say than both tokens?
  bool Apply(Value a, Value b) const {
    if (AreAlike(values_, a, b)) return true;
    if (values_.Kind(a) != ValueKind::kTuple || values_.Kind(b) != ValueKind::kTuple) return false;
    const auto from = values_.Elements(a);
    const auto to = values_.Elements(b);
    if (from.size() != to.size()) return false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (AreAlike(values_, from[i], to[i])) return true;
    }
    return false;
  }

  std::string Text(Value a, Value b) const {
    if (a == b) return values_.Format(a);
    if (AreAlike(values_, a, b)) return Record(a, b);
    return fmt::format("{} -> {}", values_.Format(a), values_.Format(b));
  }

  /// Of a tuple, element by element.
  std::string Token(Value a, Value b) const {
    if (AreAlike(values_, a, b)) return Record(a, b);
    std::string text;
    const auto from = values_.Elements(a);
    const auto to = values_.Elements(b);
    for (std::size_t i = 0; i < from.size(); ++i) {
      text += (text.empty() ? "" : ", ") + Text(from[i], to[i]);
    }
    return '(' + text + ')';
  }

 private:
  std::string Record(Value a, Value b) const {
    std::string text;
    const auto from = values_.Elements(a);
    const auto to = values_.Elements(b);
    for (std::size_t i = 0; i < from.size(); ++i) {
      const bool same = from[i] == to[i];
      if (same && !(identify_ && IsPlain(values_, from[i]))) continue;
      text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", values_.FieldName(a, i),
                          same ? " = " : ": ", Text(from[i], to[i]));
    }
    return '{' + text + '}';
  }

  const ValueStore& values_;
  const bool identify_;
};

bool IsOneToken(const Entries& entries) { return entries.size() == 1 && entries[0].count == 1; }

}  // namespace

std::vector<std::string> MoveLines(const cpn::Engine& engine, const cpn::Marking& before,
                                   cpn::PlaceId place, cpn::MultiSet taken, cpn::MultiSet given) {
  const cpn::MultiSetStore& store = engine.multisets();
  const ValueStore& values = engine.values();
  const std::string& name = engine.net().places()[place].name;
  const Entries kept = Shared(store, taken, given, true);
  const Entries removed = Shared(store, taken, given, false);
  const Entries added = Shared(store, given, taken, false);
  std::vector<std::string> lines;
  const auto add = [&](char sign, const std::string& text) {
    lines.push_back(fmt::format("{} {}: {}", sign, name, text));
  };
  if (!kept.empty()) add('=', Text(values, kept));
  if (IsOneToken(removed) && IsOneToken(added)) {
    const Changes changes(values, store.Size(before[place]) > 1);
    if (changes.Apply(removed[0].value, added[0].value)) {
      add('~', changes.Token(removed[0].value, added[0].value));
      return lines;
    }
  }
  if (!removed.empty()) add('-', Text(values, removed));
  if (!added.empty()) add('+', Text(values, added));
  return lines;
}

}  // namespace debugger
