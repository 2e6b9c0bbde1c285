#include "cpngen/commands/merge/report_kinds.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "cpngen/commands/merge/parts.h"

namespace cpngen {
namespace {

constexpr std::uint64_t kMostCounted = std::numeric_limits<std::uint64_t>::max() / (1u << 20u);

}  // namespace

std::uint64_t Sum(const std::vector<const Json*>& objects, const char* member) {
  std::uint64_t sum = 0;
  for (const Json* object : objects) sum += object->at(member).get<std::uint64_t>();
  return sum;
}

std::uint64_t Greatest(const std::vector<const Json*>& objects, const char* member) {
  std::uint64_t greatest = 0;
  for (const Json* object : objects) {
    greatest = std::max(greatest, object->at(member).get<std::uint64_t>());
  }
  return greatest;
}

void RequireNumbers(const trace::JsonValue& object, const std::vector<const char*>& members) {
  for (const char* const member : members) object.Member(member).Number(0, kMostCounted);
}

std::uint64_t NumberOr(const Json& object, const char* member, std::uint64_t none) {
  const Json& value = object.at(member);
  return value.is_null() ? none : value.get<std::uint64_t>();
}

void RequireNumberOrNull(const trace::JsonValue& object, const Json& json, const char* member) {
  const trace::JsonValue value = object.Member(member);
  if (!json.at(member).is_null()) value.Number(0, std::numeric_limits<std::uint64_t>::max());
}

void RequireSame(const Json& object, const Json& first, const std::vector<const char*>& members,
                 const ReportPart& part, const ReportPart& first_part) {
  for (const char* const member : members) {
    if (object.at(member) == first.at(member)) continue;
    RefuseOtherCall(part.file, object.at(member).dump(), first_part.file, first.at(member).dump(),
                    member);
  }
}

void RequireSameProperties(const ReportPart& part, const ReportPart& first) {
  const auto names = [](const ReportPart& report) {
    Json list = Json::array();
    for (const Json& property : report.json.at("properties")) {
      list.push_back(property.at("property"));
    }
    return list;
  };
  if (names(part) == names(first)) return;
  RefuseOtherCall(part.file, names(part).dump(), first.file, names(first).dump(), "--property");
}

std::vector<const Json*> DocumentsOf(const std::vector<ReportPart>& parts) {
  std::vector<const Json*> documents;
  for (const ReportPart& part : parts) documents.push_back(&part.json);
  return documents;
}

std::vector<const Json*> MembersAt(const std::vector<const Json*>& objects, const char* list,
                                   std::size_t i) {
  std::vector<const Json*> members;
  for (const Json* object : objects) members.push_back(&object->at(list).at(i));
  return members;
}

}  // namespace cpngen
