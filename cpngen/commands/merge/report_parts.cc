#include "cpngen/commands/merge/report_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "base/characters.h"
#include "base/source.h"
#include "command_line/shard.h"
#include "cpngen/commands/merge/parts.h"
#include "cpngen/commands/merge/report_kinds.h"
#include "cpngen/input_error.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

constexpr int kMostDepth = 128;  // of arrays and objects, as colours of nets have them
constexpr const char* kShard = "shard";
constexpr const char* kCall = "call";

ReportKind KindOf(const Json& document, const std::string& file) {
  for (const ReportKind& kind :
       {CaseReports(), RunReports(), ScheduleReports(), HarnessSearchReports(), SearchReports()}) {
    if (document.is_object() && kind.is(document)) return kind;
  }
  throw InputError(fmt::format(
      "{} is nothing that can be put together: give parts of suites (cpngen generate --shard), or "
      "of what adapter run, cpngen simulate --runs, cpngen search or a program for systematic "
      "testing prints with --shard and --json",
      file));
}

/// A document that was read, and the way to its text for messages.
class ReportDocument {
 public:
  explicit ReportDocument(const PartFile& part)
      : source_(part.bytes, part.path),
        checked_(trace::ParseJson(source_, kMostDepth)),
        json_(Json::parse(source_.text())) {}

  const Json& json() const { return json_; }
  trace::JsonValue value() const { return {source_, checked_}; }

 private:
  base::Source source_;
  nlohmann::json checked_;
  Json json_;
};

command_line::Shard ShardOf(const trace::JsonValue& document) {
  const trace::JsonValue member = document.Member(kShard);
  if (const auto shard = command_line::ReadShard(member.Text())) return *shard;
  member.Fail(base::Quoted(member.Text()) + " is no part",
              "a part is I/N, with I from 1 to N, as in 2/4");
}

/// A text as it is, another value as JSON.
std::string TextOf(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

PartHeader HeaderOf(const PartFile& part, const ReportDocument& document, const ReportKind& kind) {
  const Json& json = document.json();
  if (!json.contains(kShard) || !json.contains(kCall)) RefuseWhole(part.path);
  kind.check(document.value(), json);
  PartHeader header{part.path, ShardOf(document.value()), {}};
  for (const auto& [name, value] : json.items()) {
    const bool differs =
        std::find(kind.differs.begin(), kind.differs.end(), name) != kind.differs.end();
    if (differs || name == kShard || name == kCall) continue;
    header.call.emplace_back(name, TextOf(value));
  }
  for (const std::string& name : document.value().Member(kCall).MemberNames()) {
    header.call.emplace_back(name, document.value().Member(kCall).Member(name).Text());
  }
  return header;
}

void RequireOneKind(const ReportKind& kind, const ReportKind& first, const PartFile& part,
                    const PartFile& first_part) {
  if (kind.is == first.is) return;
  throw InputError(
      fmt::format("{} and {} are reports of different kinds, which do not belong "
                  "together",
                  first_part.path, part.path));
}

MergedReport Merged(const std::vector<PartFile>& files) {
  std::vector<PartHeader> headers;
  std::vector<ReportPart> parts;
  std::vector<ReportKind> kinds;
  for (const PartFile& file : files) {
    const ReportDocument document(file);
    kinds.push_back(KindOf(document.json(), file.path));
    RequireOneKind(kinds.back(), kinds.front(), file, files.front());
    headers.push_back(HeaderOf(file, document, kinds.back()));
    parts.push_back({file.path, document.json()});
  }
  std::vector<ReportPart> in_order;
  for (const std::size_t number : OrderOfParts(headers)) {
    in_order.push_back(std::move(parts[number]));
  }
  MergedReport merged = kinds.front().merge(in_order);
  merged.json.erase(kCall);
  if (kinds.front().names_whole) {
    merged.json[kShard] = command_line::ToText({});
  } else {
    merged.json.erase(kShard);
  }
  return merged;
}

}  // namespace

ExitCode Publish(const PublishedReport& report, const Paths& parts, const MergeOptions& options,
                 const Streams& streams) {
  if (options.split) throw InputError("--split is for suites, and these parts are reports");
  const bool to_stdout = options.output == "-";
  if (to_stdout) {
    streams.out << report.text << std::flush;
    if (!streams.out) return ExitCode::kBadInput;  // the program says why
  } else {
    WriteFiles({{options.output, report.text}}, parts);
  }
  streams.err << fmt::format("cpngen: {}: {} ({})\n",
                             to_stdout ? "standard output" : options.output, report.summary,
                             Plural(parts.size(), "part"));
  for (const std::string& note : report.notes) streams.err << "cpngen: note: " << note << '\n';
  return report.code;
}

ExitCode MergeReports(const std::vector<PartFile>& parts, const MergeOptions& options,
                      const Streams& streams) {
  const MergedReport merged = Merged(parts);
  Paths inputs;
  for (const PartFile& part : parts) inputs.emplace_back(part.path);
  return Publish({DumpJson(merged.json), merged.summary, merged.notes, merged.code}, inputs,
                 options, streams);
}

}  // namespace cpngen
