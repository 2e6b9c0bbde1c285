#include "cpngen/commands/merge/junit_parts.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <ostream>
#include <string_view>
#include <utility>

#include "base/characters.h"
#include "base/source.h"
#include "command_line/shard.h"
#include "cpngen/commands/merge/parts.h"
#include "cpngen/commands/merge/verdicts.h"
#include "cpngen/output_files.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

constexpr std::string_view kProlog = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
constexpr std::string_view kRoot = "<testsuites name=\"adapter\" ";
constexpr std::string_view kGroup = "  <testsuite name=";

/// What is counted of a file of cases, or of all.
struct Counted {
  Verdicts verdicts;
  double seconds = 0;

  void Add(const Counted& other) {
    verdicts.passed += other.verdicts.passed;
    verdicts.failed += other.verdicts.failed;
    verdicts.inconclusive += other.verdicts.inconclusive;
    seconds += other.seconds;
  }
  std::string Text() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.6f}\"",
                       verdicts.all(), verdicts.failed, verdicts.inconclusive, seconds);
  }
};

/// A file of cases. Texts are as they stand in the file.
struct Group {
  std::string name;
  std::string file;
  Counted counted;
  std::string properties;
  std::string cases;
};

struct JUnitPart {
  PartHeader header;
  Counted counted;
  std::vector<Group> groups;
};

/// Goes through a file line by line.
class JUnitReader {
 public:
  explicit JUnitReader(const PartFile& part)
      : source_(part.bytes, part.path), left_(source_.text()), path_(part.path) {}

  JUnitPart Read() {
    JUnitPart part;
    Take(kProlog);
    if (!Peek().starts_with(kRoot)) Fail();
    part.counted = CountedIn(Next());
    part.header = ReadHeader();
    while (Peek().starts_with(kGroup)) part.groups.push_back(ReadGroup());
    Take("</testsuites>");
    if (!left_.empty()) Fail();
    return part;
  }

 private:
  [[noreturn]] void Fail() const {
    throw source_.Error({line_, 1}, "this is not as adapter run --shard --junit writes it",
                        "parts are put together as they were written");
  }

  std::string_view Peek() const { return left_.substr(0, left_.find('\n')); }
  std::string_view Next() {
    const std::string_view line = Peek();
    if (line.size() == left_.size()) Fail();  // each line has an end
    left_.remove_prefix(line.size() + 1);
    ++line_;
    return line;
  }
  void Take(std::string_view wanted) {
    if (Peek() != wanted) Fail();
    Next();
  }

  std::string AttributeIn(std::string_view line, std::string_view name) const {
    const std::string begin = fmt::format(" {}=\"", name);
    const std::size_t at = line.find(begin);
    if (at == std::string_view::npos) Fail();
    line.remove_prefix(at + begin.size());
    return std::string(line.substr(0, line.find('"')));
  }

  std::uint64_t NumberOf(std::string_view line, std::string_view name) const {
    const auto number = NumberOfText(AttributeIn(line, name));
    if (!number) Fail();
    return *number;
  }

  Counted CountedIn(std::string_view line) const {
    Counted counted;
    counted.verdicts.failed = NumberOf(line, "failures");
    counted.verdicts.inconclusive = NumberOf(line, "errors");
    const std::uint64_t all = NumberOf(line, "tests");
    if (all < counted.verdicts.all()) Fail();
    counted.verdicts.passed = all - counted.verdicts.all();
    counted.seconds = std::strtod(AttributeIn(line, "time").c_str(), nullptr);
    return counted;
  }

  PartHeader ReadHeader() {
    if (Peek() != "  <properties>") RefuseWhole(path_);
    Next();
    PartHeader header{path_, {}, {}};
    while (Peek().starts_with("    <property ")) {
      const std::string name = AttributeIn(Peek(), "name");
      const std::string value = AttributeIn(Peek(), "value");
      if (name == "shard") {
        const auto shard = command_line::ReadShard(value);
        if (!shard) Fail();
        header.shard = *shard;
      } else {
        header.call.emplace_back(name, value);
      }
      Next();
    }
    Take("  </properties>");
    return header;
  }

  Group ReadGroup() {
    Group group;
    const std::string_view head = Next();
    group.name = AttributeIn(head, "name");
    group.file = AttributeIn(head, "file");
    group.counted = CountedIn(head);
    // What stands in a failure is escaped, so that none of its lines looks like an end.
    while (Peek() != "    </properties>") group.properties += fmt::format("{}\n", Next());
    group.properties += fmt::format("{}\n", Next());
    while (Peek() != "  </testsuite>") group.cases += fmt::format("{}\n", Next());
    Next();
    return group;
  }

  const base::Source source_;
  std::string_view left_;
  const std::string path_;
  int line_ = 1;
};

/// Files of cases in the order in which the run comes to them.
class Groups {
 public:
  void Add(const Group& part) {
    const auto [entry, is_new] = numbers_.emplace(part.file, groups_.size());
    if (is_new) {
      groups_.push_back(part);
      return;
    }
    Group& group = groups_[entry->second];
    group.counted.Add(part.counted);
    group.cases += part.cases;
  }

  std::string Text() const {
    std::string text;
    for (const Group& group : groups_) {
      text += fmt::format("{}\"{}\" file=\"{}\" {}>\n{}{}  </testsuite>\n", kGroup, group.name,
                          group.file, group.counted.Text(), group.properties, group.cases);
    }
    return text;
  }

 private:
  std::vector<Group> groups_;
  std::map<std::string, std::size_t> numbers_;
};

std::string CallText(const PartHeader& header, const char* name) {
  for (const auto& [known, value] : header.call) {
    if (known == name) return value;
  }
  return "";
}

}  // namespace

ExitCode MergeJUnit(const std::vector<PartFile>& files, const MergeOptions& options,
                    const Streams& streams) {
  std::vector<JUnitPart> parts;
  std::vector<PartHeader> headers;
  Paths inputs;
  for (const PartFile& file : files) {
    parts.push_back(JUnitReader(file).Read());
    headers.push_back(parts.back().header);
    inputs.emplace_back(file.path);
  }
  const std::vector<std::size_t> order = OrderOfParts(headers);
  const std::uint64_t runs = NumberOfText(CallText(headers.front(), "runs")).value_or(0);
  VerdictSum sum(runs, parts.size(), CallText(headers.front(), "--fail-fast") == "given");
  Counted all;
  Groups groups;
  for (const std::size_t number : order) {
    if (sum.has_ended()) break;
    sum.Add(files[number].path, parts[number].counted.verdicts);
    all.Add(parts[number].counted);
    for (const Group& group : parts[number].groups) groups.Add(group);
  }
  const std::string text =
      fmt::format("{}\n{}{}>\n{}</testsuites>\n", kProlog, kRoot, all.Text(), groups.Text());
  return Publish({text, sum.Text(), sum.notes(), sum.code()}, inputs, options, streams);
}

}  // namespace cpngen
