// The kinds of reports that can be put together, and how the numbers of each add up.
//
// Thread safety: free functions without state.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cpngen/options/exit_code.h"
#include "cpngen/value_json.h"
#include "trace/json_value.h"

namespace cpngen {

/// A report of a part; what its kind needs is known to be there.
struct ReportPart {
  std::string file;
  Json json;
};

/// What is known of all parts together.
struct MergedReport {
  Json json;
  ExitCode code = ExitCode::kDone;
  std::string summary;  ///< for people, in short
  std::vector<std::string> notes = {};
};

/// A kind of reports. `parts` are in their order.
struct ReportKind {
  /// Whether a document is of this kind, by its members.
  bool (*is)(const Json& document);
  /// Members that are not the same in all parts, besides "shard" and "call".
  std::vector<std::string> differs;
  /// Throws base::ParseError where the document has not what `merge` reads.
  void (*check)(const trace::JsonValue& document, const Json& json);
  MergedReport (*merge)(const std::vector<ReportPart>& parts);
  bool names_whole = false;  ///< also a call that is not shared out says "shard": "1/1"
};

/// Of test cases: adapter run.
ReportKind CaseReports();
/// Of runs that are watched: cpngen simulate --runs.
ReportKind RunReports();
/// Of executions that are searched for: cpngen search, and a program's --search.
ReportKind SearchReports();
ReportKind HarnessSearchReports();
/// Of schedules of harnesses: a program for systematic testing.
ReportKind ScheduleReports();

/// The sum of a member of all objects.
std::uint64_t Sum(const std::vector<const Json*>& objects, const char* member);
std::uint64_t Greatest(const std::vector<const Json*>& objects, const char* member);
/// Fails where one of the members is missing or no number.
void RequireNumbers(const trace::JsonValue& object, const std::vector<const char*>& members);
/// The number of a member that may be null; then `none`.
std::uint64_t NumberOr(const Json& object, const char* member, std::uint64_t none);
/// Fails where the member is neither null nor a number.
void RequireNumberOrNull(const trace::JsonValue& object, const Json& json, const char* member);
/// Throws InputError when one of the members is not the same in both.
void RequireSame(const Json& object, const Json& first, const std::vector<const char*>& members,
                 const ReportPart& part, const ReportPart& first_part);
/// Throws InputError unless both have the same "properties", in the same order, by their names.
void RequireSameProperties(const ReportPart& part, const ReportPart& first);
/// The documents, or the i-th of a list in each.
std::vector<const Json*> DocumentsOf(const std::vector<ReportPart>& parts);
std::vector<const Json*> MembersAt(const std::vector<const Json*>& objects, const char* list,
                                   std::size_t i);

}  // namespace cpngen
