#include "adapter/systems/external/system_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "adapter/input_error.h"
#include "adapter/options.h"
#include "adapter/systems/external/placeholders.h"
#include "base/characters.h"
#include "base/nearest.h"
#include "base/regular_expression.h"
#include "cpn/lua/script.h"

namespace adapter::external {
namespace {

using cpn::ModelError;
using cpn::lua::ScriptValue;
using Kind = ScriptValue::Kind;

// ---------------------------------------------------------------------------- values of the file

[[noreturn]] void Fail(const ScriptValue& value, const std::string& what) {
  throw ModelError(value.where, what);
}

void RequireTable(const ScriptValue& value, const std::string& what) {
  const bool is_table = value.kind == Kind::kTable || value.kind == Kind::kList;
  if (!is_table || !value.items.empty()) {
    Fail(value, fmt::format("{} is a table {{ name = ... }}", what));
  }
}

/// A table whose fields are all known; `what` names it.
class Fields {
 public:
  Fields(const ScriptValue& table, std::string what) : table_(table), what_(std::move(what)) {
    RequireTable(table, what_);
  }

  const ScriptValue* Find(const std::string& name) {
    known_.push_back(name);
    for (const auto& [field, value] : table_.fields) {
      if (field == name) return &value;
    }
    return nullptr;
  }
  const ScriptValue& Get(const std::string& name) {
    const ScriptValue* const value = Find(name);
    if (value == nullptr) Fail(table_, fmt::format("{} has no {}", what_, name));
    return *value;
  }
  void RefuseOthers() const {
    for (const auto& [field, value] : table_.fields) {
      if (std::ranges::find(known_, field) != known_.end()) continue;
      Fail(value,
           fmt::format("{} has no field {}{}", what_, field, base::DidYouMean(field, known_)));
    }
  }

 private:
  const ScriptValue& table_;
  std::string what_;
  std::vector<std::string> known_;
};

std::string TextOf(const ScriptValue& value, const std::string& what) {
  if (value.kind != Kind::kText && value.kind != Kind::kNumber) {
    Fail(value, fmt::format("{} is a text", what));
  }
  return value.text;
}

/// A list of texts; one text stands for a list of it.
std::vector<std::string> TextsOf(const ScriptValue& value, const std::string& what) {
  if (value.kind == Kind::kText) return {value.text};
  if (value.kind != Kind::kList) Fail(value, fmt::format("{} is a list of texts", what));
  std::vector<std::string> texts;
  for (const ScriptValue& item : value.items) texts.push_back(TextOf(item, what));
  return texts;
}

bool TruthOf(const ScriptValue& value, const std::string& what) {
  if (value.kind != Kind::kBoolean) Fail(value, fmt::format("{} is true or false", what));
  return value.boolean;
}

Reuse ReadReuse(const ScriptValue& value) {
  if (value.kind == Kind::kText && value.text == "after faults") return Reuse::kAfterFaults;
  if (value.kind != Kind::kBoolean) Fail(value, "reuse is true, false or \"after faults\"");
  return value.boolean ? Reuse::kUndisturbed : Reuse::kNever;
}

std::chrono::milliseconds SpanOf(const ScriptValue& value, const std::string& what) {
  const std::string text = TextOf(value, what);
  if (text == "0" || text == "0ms" || text == "0s") return std::chrono::milliseconds{0};
  const auto span = ParseDuration(text);
  if (!span)
    Fail(value, fmt::format("{} is a time span such as \"250ms\", \"10s\" or \"2m\"", what));
  return *span;
}

bool IsName(const std::string& text) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !text.empty() && text.find_first_not_of(kLetters) == std::string::npos;
}

// -------------------------------------------------------------------------------------- the parts

class Reader {
 public:
  Reader(const std::string& path, const cpn::lua::Script& script) : script_(script) {
    system_.file = path;
    system_.folder =
        std::filesystem::absolute(std::filesystem::path(path)).parent_path().lexically_normal();
  }

  SystemDescription Read() {
    if (script_.declarations.size() != 1) {
      const cpn::SourceLocation where = script_.declarations.empty()
                                            ? cpn::SourceLocation{system_.file, 1, 1}
                                            : script_.declarations[1].where;
      throw ModelError(where, "a system file declares one system: system \"name\" { ... }");
    }
    const cpn::lua::ScriptDeclaration& declaration = script_.declarations.front();
    system_.name = declaration.name;
    Fields fields(declaration.value, fmt::format("system \"{}\"", system_.name));
    if (const auto* processes = fields.Find("processes")) ReadProcesses(*processes);
    const ScriptValue& driver = fields.Get("driver");
    ReadDriver(driver);
    if (const auto* links = fields.Find("links")) ReadLinks(*links);
    if (const auto* limits = fields.Find("limits")) ReadLimits(*limits);
    if (const auto* faults = fields.Find("faults")) ReadFaults(*faults);
    if (const auto* reuse = fields.Find("reuse")) system_.reuse = ReadReuse(*reuse);
    fields.RefuseOthers();
    for (const auto& [value, owner, text] : to_check_) CheckPlaceholders(*value, owner, text);
    return std::move(system_);
  }

 private:
  std::vector<std::string> ProcessNames() const {
    std::vector<std::string> names;
    for (const ProcessDescription& process : system_.processes) names.push_back(process.name);
    return names;
  }

  void ReadProcesses(const ScriptValue& table) {
    RequireTable(table, "processes");
    for (const auto& [name, value] : table.fields) {
      if (!IsName(name) || name == "driver") {
        Fail(value, fmt::format("\"{}\" is no name for a process: letters, digits, _ and - make "
                                "one, and driver is the driver's",
                                name));
      }
      ProcessDescription process;
      process.name = name;
      process.where = value.where;
      Fields fields(value, fmt::format("process {}", name));
      process.command = ReadCommand(fields, name);
      process.environment = ReadEnvironment(fields, name);
      if (const auto* ports = fields.Find("ports")) process.ports = TextsOf(*ports, "ports");
      if (process.ports.empty()) process.ports = {"main"};
      for (const std::string& port : process.ports) {
        if (!IsName(port)) Fail(value, fmt::format("\"{}\" is no name for a port", port));
      }
      if (const auto* ready = fields.Find("ready")) process.ready = ReadReady(*ready, process);
      fields.RefuseOthers();
      system_.processes.push_back(std::move(process));
    }
  }

  ReadyWhen ReadReady(const ScriptValue& value, const ProcessDescription& process) {
    if (value.kind == Kind::kText) {
      if (value.text == "started") return {};
      if (value.text == "port") return {ReadyWhen::Kind::kPort, process.ports.front()};
      Fail(value,
           "ready is \"started\", \"port\", { port = \"NAME\" }, { line = \"TEXT\" } or "
           "{ matches = \"REGEX\" }");
    }
    Fields fields(value, "ready");
    ReadyWhen ready;
    if (const auto* port = fields.Find("port")) {
      ready = {ReadyWhen::Kind::kPort, TextOf(*port, "port")};
      if (std::ranges::find(process.ports, ready.text) == process.ports.end()) {
        Fail(*port, fmt::format("process {} has no port {}{}", process.name, ready.text,
                                base::DidYouMean(ready.text, process.ports)));
      }
    } else if (const auto* line = fields.Find("line")) {
      ready = {ReadyWhen::Kind::kLine, TextOf(*line, "line")};
    } else {
      const ScriptValue& matches = fields.Get("matches");
      ready = {ReadyWhen::Kind::kMatches, TextOf(matches, "matches")};
      try {
        const base::RegularExpression valid(ready.text);
      } catch (const base::RegularExpressionError& error) {
        Fail(matches, fmt::format("{} is no regular expression of RE2: {}",
                                  base::Quoted(ready.text), error.what()));
      }
    }
    fields.RefuseOthers();
    return ready;
  }

  std::vector<std::string> ReadCommand(Fields& fields, const std::string& owner) {
    const ScriptValue& value = fields.Get("command");
    std::vector<std::string> command = TextsOf(value, "command");
    if (command.empty() || command.front().empty()) {
      Fail(value, "command is a list of a program and its arguments, { \"program\", ... }");
    }
    for (const std::string& word : command) Check(value, owner, word);
    return command;
  }

  std::map<std::string, std::string> ReadEnvironment(Fields& fields, const std::string& owner) {
    std::map<std::string, std::string> environment;
    const ScriptValue* const table = fields.Find("environment");
    if (table == nullptr) return environment;
    RequireTable(*table, "environment");
    for (const auto& [name, value] : table->fields) {
      environment[name] = TextOf(value, name);
      Check(value, owner, environment[name]);
    }
    return environment;
  }

  void ReadDriver(const ScriptValue& value) {
    Fields fields(value, "driver");
    system_.driver.command = ReadCommand(fields, "driver");
    system_.driver.environment = ReadEnvironment(fields, "driver");
    if (const auto* speaks = fields.Find("speaks")) {
      const std::string how = TextOf(*speaks, "speaks");
      if (how != "json" && how != "grpc") Fail(*speaks, "speaks is \"json\" or \"grpc\"");
      system_.driver.grpc = how == "grpc";
    }
    if (const auto* clients = fields.Find("clients")) ReadClients(*clients);
    fields.RefuseOthers();
    if (system_.driver.grpc && !IsToldItsPort(system_.driver)) {
      Fail(value, "a driver that speaks gRPC is told where to listen: {port} in its command");
    }
  }

  static bool IsToldItsPort(const DriverDescription& driver) {
    const auto has_port = [](const std::string& text) { return text.find("{port}") != text.npos; };
    const auto value = [](const auto& variable) -> const std::string& { return variable.second; };
    return std::ranges::any_of(driver.command, has_port) ||
           std::ranges::any_of(driver.environment, has_port, value);
  }

  void ReadClients(const ScriptValue& value) {
    for (const std::string& name : TextsOf(value, "clients")) {
      const bool is_taken =
          name == "driver" || system_.FindProcess(name) != nullptr ||
          std::ranges::find(system_.driver.clients, name) != system_.driver.clients.end();
      if (!IsName(name) || is_taken) {
        Fail(value, fmt::format("\"{}\" is no name for a client: letters, digits, _ and - make "
                                "one, and nothing else has it",
                                name));
      }
      system_.driver.clients.push_back(name);
    }
  }

  void ReadLinks(const ScriptValue& list) {
    if (list.kind == Kind::kText && list.text == "all") return LinkAll();
    if (list.kind != Kind::kList)
      Fail(list, "links is \"all\" or a list of { from = ..., to = ... }");
    for (const ScriptValue& item : list.items) {
      Fields fields(item, "a link");
      LinkDescription link;
      const ScriptValue& from = fields.Get("from");
      const ScriptValue& to = fields.Get("to");
      link.from = TextOf(from, "from");
      link.to = TextOf(to, "to");
      RequireOneOf(from, link.from, Sources());
      RequireOneOf(to, link.to, ProcessNames());
      const ProcessDescription& target = *system_.FindProcess(link.to);
      link.port = target.ports.front();
      if (const auto* port = fields.Find("port")) {
        link.port = TextOf(*port, "port");
        if (std::ranges::find(target.ports, link.port) == target.ports.end()) {
          Fail(*port, fmt::format("process {} has no port {}{}", link.to, link.port,
                                  base::DidYouMean(link.port, target.ports)));
        }
      }
      if (const auto* udp = fields.Find("udp")) link.udp = TruthOf(*udp, "udp");
      fields.RefuseOthers();
      system_.links.push_back(std::move(link));
    }
  }

  void LinkAll() {
    for (const std::string& from : Sources()) {
      for (const ProcessDescription& to : system_.processes) {
        if (from == to.name) continue;
        for (const std::string& port : to.ports)
          system_.links.push_back({from, to.name, port, false});
      }
    }
  }

  /// Where links begin.
  std::vector<std::string> Sources() const {
    std::vector<std::string> sources = ProcessNames();
    sources.emplace_back("driver");
    const std::vector<std::string>& clients = system_.driver.clients;
    sources.insert(sources.end(), clients.begin(), clients.end());
    return sources;
  }

  static void RequireOneOf(const ScriptValue& value, const std::string& name,
                           const std::vector<std::string>& known) {
    if (std::ranges::find(known, name) != known.end()) return;
    Fail(value, fmt::format("there is no process {}{}", name, base::DidYouMean(name, known)));
  }

  void ReadLimits(const ScriptValue& value) {
    Fields fields(value, "limits");
    const auto read = [&](const char* name, std::chrono::milliseconds& to) {
      if (const auto* span = fields.Find(name)) to = SpanOf(*span, name);
    };
    read("start", system_.limits.start);
    read("step", system_.limits.step);
    read("stop", system_.limits.stop);
    read("quiet", system_.limits.quiet);
    fields.RefuseOthers();
  }

  void ReadFaults(const ScriptValue& table) {
    RequireTable(table, "faults");
    for (const auto& [name, value] : table.fields) {
      FaultDescription fault;
      fault.name = name;
      fault.where = value.where;
      const bool several = value.kind == Kind::kList && !value.items.empty();
      if (several) {
        for (const ScriptValue& item : value.items) fault.actions.push_back(ReadAction(item, name));
      } else {
        fault.actions.push_back(ReadAction(value, name));
      }
      system_.faults.push_back(std::move(fault));
    }
  }

  FaultAction ReadAction(const ScriptValue& value, const std::string& name) {
    static const std::vector<std::pair<std::string, Action>> kActions = {
        {"kill", Action::kKill},         {"restart", Action::kRestart},
        {"pause", Action::kPause},       {"resume", Action::kResume},
        {"cut", Action::kCut},           {"partition", Action::kPartition},
        {"heal", Action::kHeal},         {"delay", Action::kDelay},
        {"throttle", Action::kThrottle}, {"disconnect", Action::kDisconnect},
        {"half_open", Action::kHalfOpen}};
    Fields fields(value, fmt::format("fault {}", name));
    FaultAction action;
    bool found = false;
    for (const auto& [word, kind] : kActions) {
      const ScriptValue* const targets = fields.Find(word);
      if (targets == nullptr) continue;
      if (found) Fail(*targets, "one action a table; several are a list { { ... }, { ... } }");
      found = true;
      action.action = kind;
      action.targets = TextsOf(*targets, word);
      if (action.targets.empty()) Fail(*targets, fmt::format("{} has no target", word));
      for (const std::string& target : action.targets) CheckBraces(*targets, target);
    }
    const bool has_amount = action.action == Action::kDelay || action.action == Action::kThrottle;
    if (found && has_amount) {
      const ScriptValue& by = fields.Get("by");
      action.amount = by.kind == Kind::kText && by.text.find('{') == std::string::npos &&
                              action.action == Action::kDelay
                          ? std::to_string(SpanOf(by, "by").count())
                          : TextOf(by, "by");
      CheckBraces(by, action.amount);
    }
    if (found && action.action == Action::kHalfOpen) {
      if (const auto* reset = fields.Find("reset")) {
        const std::string side = TextOf(*reset, "reset");
        if (side != "from" && side != "to") Fail(*reset, "reset is \"from\" or \"to\"");
        action.from_is_reset = side == "from";
      }
    }
    fields.RefuseOthers();
    if (!found) {
      Fail(value, fmt::format("fault {} has one of kill, restart, pause, resume, cut, partition, "
                              "heal, delay, throttle, disconnect and half_open",
                              name));
    }
    return action;
  }

  // ------------------------------------------------------------------------------- placeholders

  /// What stands between braces is a field of a case; that they belong together is known here.
  static void CheckBraces(const ScriptValue& value, const std::string& text) {
    try {
      FillIn(text, [](std::string_view) { return std::optional<std::string>(""); });
    } catch (const PlaceholderError& error) {
      Fail(value, error.what());
    }
  }

  /// Later, when all processes are known.
  void Check(const ScriptValue& value, const std::string& owner, const std::string& text) {
    to_check_.push_back({&value, owner, text});
  }

  void CheckPlaceholders(const ScriptValue& value, const std::string& owner,
                         const std::string& text) const {
    try {
      FillIn(text, [&](std::string_view inside) -> std::optional<std::string> {
        return IsKnown(std::string(inside), owner) ? std::optional<std::string>("") : std::nullopt;
      });
    } catch (const PlaceholderError& error) {
      if (owner == "driver" && text.find("{port}") != std::string::npos && !system_.driver.grpc) {
        Fail(value,
             "a driver that speaks JSON has no {port}: it reads and writes lines; one that serves "
             "gRPC says so with speaks = \"grpc\"");
      }
      Fail(value, fmt::format("{}: {{port}}, {{port.NAME}}, {{address PROCESS}}, {{address "
                              "PROCESS.PORT}}, {{folder}} and {{here}} do",
                              error.what()));
    }
  }

  bool IsKnown(const std::string& inside, const std::string& owner) const {
    if (inside == "folder" || inside == "here") return true;
    if (inside == "port") return owner != "driver" || system_.driver.grpc;
    if (inside.starts_with("port.")) return HasPort(owner, inside.substr(5));
    if (!inside.starts_with("address ")) return false;
    const std::string target = inside.substr(8);
    const std::size_t dot = target.find('.');
    const std::string process = target.substr(0, dot);
    if (dot == std::string::npos) return system_.FindProcess(process) != nullptr;
    return HasPort(process, target.substr(dot + 1));
  }

  bool HasPort(const std::string& owner, const std::string& port) const {
    const ProcessDescription* const process = system_.FindProcess(owner);
    return process != nullptr && std::ranges::find(process->ports, port) != process->ports.end();
  }

  struct ToCheck {
    const ScriptValue* value;
    std::string owner;
    std::string text;
  };

  const cpn::lua::Script& script_;
  SystemDescription system_;
  std::vector<ToCheck> to_check_;
};

}  // namespace

SystemDescription ReadSystemFile(const std::string& path,
                                 const std::map<std::string, std::string>& parameters) {
  try {
    cpn::lua::LoadOptions options;
    options.parameters = parameters;
    const cpn::lua::Script script = cpn::lua::LoadScript(path, {"system"}, options);
    return Reader(path, script).Read();
  } catch (const ModelError& error) {
    throw InputError(error.what());
  }
}

}  // namespace adapter::external
