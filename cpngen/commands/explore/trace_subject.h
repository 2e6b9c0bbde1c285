// Runs of real and simulated systems, which no model can go on with: what a trace holds, step by
// step.
//
// Its questions are "about", "state" {"node"} and "open" {"path"}; a path is "r1:37", step 37 of
// the first run. What is known of each node of the system is the debugger's to say
// (debugger/trace_session.h).
// Thread safety: one question at a time.
#pragma once

#include <string>
#include <vector>

#include "cpngen/commands/explore/subject.h"
#include "debugger/trace_session.h"
#include "trace/trace.h"

namespace cpngen::explore {

class TraceSubject : public Subject {
 public:
  /// At least one trace. `path` is the file's.
  TraceSubject(std::vector<trace::Trace> traces, const std::string& path);

  Json Answer(const std::string& name, const Json& question) override;

 private:
  struct Place {
    std::size_t trace = 0;
    std::size_t step = 0;  ///< how many steps were taken
  };
  Place PlaceOf(std::size_t node) const;
  std::size_t NodeOf(Place place) const { return begins_[place.trace] + place.step; }
  Place OpensAt(std::size_t trace) const;
  Json About() const;
  Json StateOf(Place place);
  Json Steps(Place place) const;
  Json Lanes(Place place) const;
  Json Nodes(Place place);

  std::vector<debugger::TraceSession> sessions_;
  std::string path_;
  std::vector<std::size_t> begins_;              ///< the number of each trace's first node
  std::vector<std::vector<std::string>> names_;  ///< of each trace's lifelines
};

}  // namespace cpngen::explore
