// Structured logs: one line per event on standard error, key=value (logfmt), for people and for
// programs: time=... level=info msg="replica 0 learned the decided value" event=learned replica=0
//
// Invariants: a line is one write; what a value holds cannot break the line or add a key.
// Thread-safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace paxos {

enum class LogLevel { kInfo, kWarning, kError };

using LogFields = std::vector<std::pair<std::string, std::string>>;

/// "key=value", the value in quotes with \", \\ and \xNN where it needs them.
std::string LogField(const std::string& key, const std::string& value);

/// Writes a line with a message for people and fields for programs.
void Log(LogLevel level, const std::string& message, const LogFields& fields = {});

/// Sets the lines' form. To be called once, at the start of a program.
void StartLog(const std::string& program);

}  // namespace paxos
