// How the records of a system's log become events: a Lua file with declarations
//
//   event "Granted" {
//     kind   = "response",                                         -- or "stimulus"
//     when   = function(r) return r.msg == "lock granted" end,     -- is the record such an event?
//     fields = function(r) return { client = r.client } end,       -- none without it
//   }
//   log "server" { node = "host", clock = "vclock" }               -- may be left out
//
// run in the sandbox of models. `node` and `clock` are names of a record's fields, or functions of
// the record; a clock is a table of counts by node.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/observed_trace.h"
#include "cpn/lua/script.h"

namespace conformance {

/// Counts by node: how much of each node had happened before, its own record included.
using Clock = std::map<std::string, std::uint64_t>;

struct LoggedEvent {
  SeenEvent seen;  ///< its `step` is the line
  Clock clock;     ///< empty: the log has none
};

class LogMapping {
 public:
  /// Throws ModelError for all that is wrong with the file.
  static LogMapping Load(const std::filesystem::path& path,
                         const cpn::lua::LoadOptions& options = {});

  bool has_nodes() const { return node_.has_value(); }
  bool has_clocks() const { return clock_.has_value(); }

  /// Where the mapping declares such events: their name, or what makes their fields.
  cpn::SourceLocation WhereOf(const Event& event, bool fields) const;

  /// The events of a record, in the order of their declarations; `file` and `line` are for
  /// messages. Throws ModelError when a function fails or yields what it must not.
  std::vector<LoggedEvent> EventsOf(const cpn::lua::ScriptValue& record, const std::string& file,
                                    std::size_t line);

 private:
  struct EventRule {
    std::string name;
    cpn::lua::ObservationKind kind = cpn::lua::ObservationKind::kResponse;
    cpn::lua::ScriptValue when;
    std::optional<cpn::lua::ScriptValue> fields;
    cpn::SourceLocation where;
  };
  /// A field's name, or a function.
  using Way = std::optional<cpn::lua::ScriptValue>;

  explicit LogMapping(std::unique_ptr<cpn::lua::LiveScript> script);
  void AddEvent(const cpn::lua::ScriptDeclaration& declaration);
  void AddLog(const cpn::lua::ScriptDeclaration& declaration);
  std::optional<cpn::lua::ScriptValue> Follow(const Way& way, const char* name,
                                              const cpn::lua::ScriptValue& record,
                                              const std::string& place);
  std::string NodeOf(const cpn::lua::ScriptValue& record, const std::string& place);
  Clock ClockOf(const cpn::lua::ScriptValue& record, const std::string& place);

  std::unique_ptr<cpn::lua::LiveScript> script_;
  std::vector<EventRule> events_;
  std::string log_;  // its name in messages
  cpn::SourceLocation log_where_;
  Way node_, clock_;
};

}  // namespace conformance
