#include "examples/systematic/migrating_table/harness/describe.h"

#include <array>

namespace migrating_table {
namespace {

std::string DescribeETag(ETag etag) {
  if (etag == kAnyETag) return "*";
  if (etag == kNoETag) return "none";
  return std::to_string(etag);
}

}  // namespace

std::string Describe(const Row& row) {
  std::string text = row.key + "@" + DescribeETag(row.etag) + "{";
  for (const auto& [name, value] : row.properties) {
    if (text.back() != '{') text += ", ";
    text += name + "=" + value;
  }
  return text + "}";
}

std::string Describe(const std::optional<Row>& row) { return row ? Describe(*row) : "the end"; }

std::string Describe(const std::vector<Row>& rows) {
  std::string text = "[";
  for (const Row& row : rows) {
    if (text.size() > 1) text += ", ";
    text += Describe(row);
  }
  return text + "]";
}

std::string Describe(const Batch& batch) {
  static constexpr std::array kNames = {
      "insert", "replace", "merge", "delete", "insert or replace", "insert or merge", "retrieve"};
  std::string text;
  for (const auto& [kind, row] : batch) {
    if (!text.empty()) text += ", ";
    text += std::string(kNames[static_cast<std::size_t>(kind)]) + " " + Describe(row);
  }
  return text;
}

std::string Describe(const BatchResult& result) {
  static constexpr std::array kFailures = {"conflict", "not found", "precondition failed"};
  if (result.failure) {
    return std::string(kFailures[static_cast<std::size_t>(result.failure->kind)]) +
           " at operation " + std::to_string(result.failure->index);
  }
  std::string text;
  for (const OperationResult& one : result.results) {
    if (!text.empty()) text += ", ";
    text += "ETag " + DescribeETag(one.etag);
    if (one.row) text += " row " + Describe(*one.row);
  }
  return text;
}

}  // namespace migrating_table
