// One value of a JSON document that is being read, with the way to it: each access says exactly
// where the text is not what it must be.
//
// Refers to the document and its source, which must outlive it. Thread safety: as plain values.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace trace {

class JsonValue {
 public:
  /// The whole document.
  JsonValue(const base::Source& source, const nlohmann::json& json) : JsonValue(source, json, "") {}

  // All of these throw base::ParseError when the text is not so.

  /// An object with members of these names only.
  void AllowMembers(const std::vector<std::string>& names) const;
  /// The member of an object that has it.
  JsonValue Member(const std::string& name) const;
  /// The member of an object, if it has it.
  std::optional<JsonValue> Find(const std::string& name) const;
  /// Of an array.
  std::vector<JsonValue> Items() const;
  /// The names of an object's members.
  std::vector<std::string> MemberNames() const;
  std::string Text() const;
  bool Bool() const;
  /// A whole number from `least` to `most`.
  std::uint64_t Number(std::uint64_t least, std::uint64_t most) const;

  /// Throws base::ParseError here. `below` leads on from here.
  [[noreturn]] void Fail(const std::string& message, const std::string& advice,
                         const std::string& below = "") const;

 private:
  JsonValue(const base::Source& source, const nlohmann::json& json, std::string pointer)
      : source_(&source), json_(&json), pointer_(std::move(pointer)) {}

  /// The last name on the way here, in quotes: what this value is called.
  std::string Name() const;
  void RequireObject() const;

  const base::Source* source_;
  const nlohmann::json* json_;
  std::string pointer_;
};

/// The document of `source`. Throws base::ParseError when it is no JSON, is nested deeper than
/// `most_depth`, or names a member twice.
nlohmann::json ParseJson(const base::Source& source, int most_depth);

}  // namespace trace
