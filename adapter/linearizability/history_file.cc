#include "adapter/linearizability/history_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/nearest.h"
#include "base/parse_error.h"
#include "base/source.h"
#include "trace/json_value.h"

namespace adapter::linearizability {
namespace {

using trace::JsonValue;

constexpr int kMostDepth = 64;
constexpr std::uint64_t kMostMoment = std::numeric_limits<std::int64_t>::max();

// A value of a line, with the way to it for messages.
struct Given {
  JsonValue place;
  nlohmann::json json;

  bool is_null() const { return json.is_null(); }
  Datum value() const { return {json.dump()}; }
  // For what cannot be null.
  Datum Required(const char* why) const {
    if (is_null()) place.Fail("null is no value here", why);
    return value();
  }
  std::optional<Datum> Optional() const {
    return is_null() ? std::nullopt : std::optional(value());
  }
  bool Bool() const { return place.Bool(); }
};

// One line. The result is there if the operation returned.
struct Line {
  int client;
  std::string op;
  JsonValue op_place;
  std::vector<Given> args;
  JsonValue args_place;
  std::optional<Given> result;
  std::uint64_t begin;
  std::uint64_t end;

  // The operation's name, if it is one of these.
  const std::string& OneOf(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
      if (name == op) return op;
    }
    op_place.Fail(fmt::format("unknown operation \"{}\"{}", op, base::DidYouMean(op, names)),
                  fmt::format("this type has {}", fmt::join(names, ", ")));
  }
  // Checks that there are from `least` to `most` arguments.
  void Count(std::size_t least, std::size_t most, const char* what) const {
    if (args.size() >= least && args.size() <= most) return;
    args_place.Fail(
        fmt::format(
            "{} has {} of {}", op,
            args.size() == 1 ? "1 argument" : fmt::format("{} arguments", args.size()),
            least == most ? fmt::format("{}", least) : fmt::format("{} or {}", least, most)),
        fmt::format("write {}", what));
  }
  // The key before so many other arguments; the only register where none is named.
  Datum Key(std::size_t others) const {
    if (args.size() == others) return {"the register"};
    return args.front().Required("a key is a text or a number");
  }
  const Given& FromEnd(std::size_t number) const { return args[args.size() - number]; }
};

// `json` is that of the source; both must outlive the line.
Line ReadLine(const base::Source& source, const nlohmann::json& json) {
  const JsonValue value(source, json);
  const std::vector<std::string> names = {"client", "op", "args", "result", "begin", "end"};
  for (const std::string& name : value.MemberNames()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    value.Fail(fmt::format("unknown member \"{}\"{}", name, base::DidYouMean(name, names)),
               "a line has client, op, args, result, begin, end", '/' + name);
  }
  const JsonValue op = value.Member("op");
  const JsonValue args = value.Member("args");
  Line line{static_cast<int>(value.Member("client").Number(0, std::numeric_limits<int>::max())),
            op.Text(),
            op,
            {},
            args,
            std::nullopt,
            value.Member("begin").Number(0, kMostMoment),
            0};
  const std::vector<JsonValue> items = args.Items();
  for (std::size_t i = 0; i < items.size(); ++i) line.args.push_back({items[i], json["args"][i]});
  const std::optional<JsonValue> end = value.Find("end");
  if (!end || json["end"].is_null()) return line;
  line.end = end->Number(0, kMostMoment);
  if (line.end < line.begin) {
    end->Fail(fmt::format("the operation ends at {}, before it begins at {}", line.end, line.begin),
              "an operation that never returned has no \"end\"");
  }
  const std::optional<JsonValue> result = value.Find("result");
  line.result = Given{result ? *result : value, result ? json["result"] : nlohmann::json()};
  return line;
}

// The error of a line that was read by itself, as one of the file.
base::ParseError InFile(const base::ParseError& error, std::size_t number) {
  const std::string here = error.file() + ":1:";
  std::string text = error.what();
  if (text.starts_with(here))
    text = fmt::format("{}:{}:{}", error.file(), number, text.substr(here.size()));
  return {text, error.file(), {static_cast<int>(number), error.column()}, error.message()};
}

template <typename Spec>
using ReadCall = std::function<void(const Line&, oracles::linearizability::Call<Spec>&)>;

template <typename Spec>
HistoryFile<Spec> Read(std::string_view text, const std::string& file, const ReadCall<Spec>& read) {
  HistoryFile<Spec> result;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    try {
      const base::Source source(line, file);
      const nlohmann::json json = trace::ParseJson(source, kMostDepth);
      const Line parsed = ReadLine(source, json);
      oracles::linearizability::Call<Spec> call;
      call.client = parsed.client;
      call.called = parsed.begin;
      call.returned = parsed.end;
      if (parsed.result) call.result.emplace();
      read(parsed, call);
      result.history.push_back(std::move(call));
      result.lines.push_back(number);
    } catch (const base::ParseError& error) {
      throw InFile(error, number);
    }
  }
  return result;
}

constexpr const char* kNull = "null is what is there before anything is written";

}  // namespace

HistoryFile<Registers> ReadRegisters(std::string_view text, const std::string& file,
                                     bool compares) {
  std::vector<std::string> names = {"read", "write"};
  if (compares) names.push_back("cas");
  return Read<Registers>(text, file, [&](const Line& line, auto& call) {
    const std::string& op = line.OneOf(names);
    if (op == "read") {
      line.Count(0, 1, "[] or [key]");
      call.operation = Registers::Read(line.Key(0));
      if (call.result) call.result->value = line.result->Optional();
    } else if (op == "write") {
      line.Count(1, 2, "[value] or [key, value]");
      call.operation = Registers::Write(line.Key(1), line.FromEnd(1).Required(kNull));
    } else {
      line.Count(2, 3, "[expected, value] or [key, expected, value]");
      call.operation = Registers::CompareAndSet(line.Key(2), line.FromEnd(2).Optional(),
                                                line.FromEnd(1).Required(kNull));
      if (call.result) call.result->set = line.result->Bool();
    }
  });
}

HistoryFile<Maps> ReadMaps(std::string_view text, const std::string& file) {
  return Read<Maps>(text, file, [](const Line& line, auto& call) {
    const std::string& op = line.OneOf({"get", "put", "delete"});
    line.Count(op == "put" ? 2 : 1, op == "put" ? 2 : 1, op == "put" ? "[key, value]" : "[key]");
    const Datum key = line.args.front().Required("a key is a text or a number");
    if (op == "get") {
      call.operation = Maps::Get(key);
      if (call.result) call.result->value = line.result->Optional();
    } else if (op == "put") {
      call.operation = Maps::Put(key, line.FromEnd(1).Required("null is what a missing key has"));
    } else {
      call.operation = Maps::Remove(key);
      if (call.result && !line.result->is_null()) call.result->was_there = line.result->Bool();
    }
  });
}

HistoryFile<Queues> ReadQueues(std::string_view text, const std::string& file) {
  return Read<Queues>(text, file, [](const Line& line, auto& call) {
    if (line.OneOf({"put", "take"}) == "put") {
      line.Count(1, 1, "[value]");
      call.operation = Queues::Put(line.args.front().Required("null is what an empty queue gives"));
    } else {
      line.Count(0, 0, "[]");
      call.operation = Queues::Take();
      if (call.result) *call.result = line.result->Optional();
    }
  });
}

}  // namespace adapter::linearizability
