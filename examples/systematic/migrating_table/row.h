// A row of a table: a key, the properties, and the ETag of this version of it.
//
// Thread safety: values.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace migrating_table {

/// Names one version of a row; a table never uses one twice.
using ETag = std::uint64_t;
inline constexpr ETag kNoETag = 0;
inline constexpr ETag kAnyETag = ~ETag{0};  ///< If-Match: *

using Properties = std::map<std::string, std::string>;

struct Row {
  std::string key;
  ETag etag = kNoETag;
  Properties properties;
  bool operator==(const Row&) const = default;
};

/// Which rows a query asks for; an empty one asks for all.
using Filter = std::function<bool(const Row&)>;

inline bool Matches(const Filter& filter, const Row& row) { return !filter || filter(row); }

}  // namespace migrating_table
