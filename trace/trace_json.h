// Parts of a trace as JSON, for reports that contain them: the same objects as in a trace file.
//
// Thread safety: free functions without state.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "trace/json_value.h"
#include "trace/trace.h"

namespace trace {

/// The list of the steps (docs/trace_format.md, "A step").
nlohmann::ordered_json StepsJson(const Trace& trace);
/// The list of the expectations (docs/trace_format.md, "An expectation").
nlohmann::ordered_json ExpectedJson(const Trace& trace);

/// What StepsJson() and ExpectedJson() wrote. Throw base::ParseError at what is no such list.
std::vector<Step> StepsOf(const JsonValue& list);
std::vector<Expectation> ExpectationsOf(const JsonValue& list);

/// `json` as text, in lines when `indent` is not negative. A byte of a text that is no UTF-8, which
/// JSON cannot hold, is written as base::EscapedUtf8 does.
std::string Dump(const nlohmann::ordered_json& json, int indent);

}  // namespace trace
