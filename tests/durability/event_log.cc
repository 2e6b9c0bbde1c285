#include "tests/durability/event_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace durability {
namespace {

std::string Number(std::optional<paxos::Round> number) {
  return number ? std::to_string(*number) : "-";
}
std::string Value(const std::optional<std::string>& value) { return value ? "=" + *value : "-"; }

// Takes a line apart, field by field.
class Fields {
 public:
  explicit Fields(const std::string& text) : in_(text) {}

  std::string Word() {
    std::string word;
    if (!(in_ >> word)) throw std::runtime_error("a field is missing in '" + in_.str() + "'");
    return word;
  }
  std::int64_t Integer() { return std::stoll(Word()); }
  std::optional<paxos::Round> Number() {
    const std::string word = Word();
    return word == "-" ? std::nullopt : std::optional<paxos::Round>(std::stoll(word));
  }
  std::optional<std::string> Value() {
    const std::string word = Word();
    return word == "-" ? std::nullopt : std::optional(word.substr(1));
  }

 private:
  std::istringstream in_;
};

class LoggedStorage : public paxos::Storage {
 public:
  LoggedStorage(EventLog& log, std::unique_ptr<paxos::Storage> storage)
      : log_(log), storage_(std::move(storage)) {}

  paxos::StoredState Load() const override { return storage_->Load(); }
  void Save(const paxos::Record& record) override {
    log_.Append({Now(), Line::Kind::kSaving, {}, record});
    storage_->Save(record);
    log_.Append({Now(), Line::Kind::kSaved, {}, record});
  }

 private:
  EventLog& log_;
  const std::unique_ptr<paxos::Storage> storage_;
};

}  // namespace

std::int64_t Now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::string ToText(const Line& line) {
  const std::string head = fmt::format("{} {}", line.time, static_cast<int>(line.kind));
  if (line.kind != Line::Kind::kEvent) {
    return fmt::format("{} {} {} ={}", head, static_cast<int>(line.record.kind), line.record.rnd,
                       line.record.value);
  }
  const paxos::Event& e = line.event;
  const std::string about = e.about ? std::to_string(*e.about) : "-";
  return fmt::format("{} {} {} {} {} {} {} {} {}", head, static_cast<int>(e.point), e.replica,
                     about, Number(e.rnd), Number(e.promised), Number(e.vrnd), Value(e.vval),
                     Value(e.value));
}

Line ParseLine(const std::string& text) {
  Fields fields(text);
  Line line;
  line.time = fields.Integer();
  line.kind = static_cast<Line::Kind>(fields.Integer());
  if (line.kind != Line::Kind::kEvent) {
    line.record.kind = static_cast<paxos::Record::Kind>(fields.Integer());
    line.record.rnd = fields.Integer();
    line.record.value = fields.Value().value();
    return line;
  }
  line.event.point = static_cast<paxos::Point>(fields.Integer());
  line.event.replica = static_cast<paxos::ReplicaId>(fields.Integer());
  if (const auto about = fields.Number()) {
    line.event.about = static_cast<paxos::ReplicaId>(*about);
  }
  line.event.rnd = fields.Number();
  line.event.promised = fields.Number();
  line.event.vrnd = fields.Number();
  line.event.vval = fields.Value();
  line.event.value = fields.Value();
  return line;
}

std::vector<Line> ReadLines(const std::string& path) {
  std::vector<Line> lines;
  std::ifstream in(path);
  for (std::string text; std::getline(in, text);) {
    if (in.eof()) throw std::runtime_error(path + ": its last line has no end");
    lines.push_back(ParseLine(text));
  }
  return lines;
}

EventLog::EventLog(const std::string& path)
    : fd_(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
  if (fd_ < 0) throw std::runtime_error(path + ": cannot be opened");
}

EventLog::~EventLog() { close(fd_); }

void EventLog::Observe(const paxos::Event& event) {
  Append({Now(), Line::Kind::kEvent, event, {}});
}

std::unique_ptr<paxos::Storage> EventLog::Logged(std::unique_ptr<paxos::Storage> storage) {
  return std::make_unique<LoggedStorage>(*this, std::move(storage));
}

void EventLog::Append(const Line& line) {
  const std::string text = ToText(line) + "\n";
  // A replica that cannot be observed must not go on.
  if (write(fd_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(70);
}

}  // namespace durability
