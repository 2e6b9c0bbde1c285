// What a call of a program for systematic testing asks for.
//
// Values, thread-safe as such; DeclareOptions() as CLI11, one thread.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command_line/shard.h"
#include "systematic/harness.h"

namespace systematic {

/// --search and what belongs to it.
struct SearchCall {
  std::vector<std::string> properties;  ///< none: the call is no search
  std::string timers = "free";
  std::vector<std::string> faults;  ///< none: all that the harness has
  std::uint64_t executions = 1'000;
  std::uint64_t steps = 0;  ///< 0: calibrated
  std::uint32_t depth = 30;
  std::uint32_t depth_step = 1;
  std::uint64_t from_live = 0;  ///< runs to begin at the end of; 0: searches begin at the start
  std::uint64_t walks = 60;
  std::uint64_t exact_states = 0;  ///< that are looked at before walks are trusted
  bool uniform = false;
  std::string trace;
  std::string msc;
};

struct ProgramOptions {
  bool list = false;
  std::vector<std::string> tests;  ///< names, or patterns with '*'; none: all
  std::string strategy = "portfolio";
  std::optional<std::uint64_t> schedules;  ///< none: 1000, or as many as the seconds allow
  std::optional<double> seconds;           ///< of each harness
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> iteration;  ///< only this one
  std::uint64_t length = 0;                ///< k; 0: measured
  unsigned workers = 1;
  std::uint64_t check_every = 1000;
  /// One of several machines that share the iterations of a call; nothing: there is only one.
  std::optional<command_line::Shard> shard;
  bool all = false;        ///< go on after the first violation
  bool fail_fast = false;  ///< end with the first harness that is found wrong
  std::string replay;
  bool minimize = false;
  bool json = false;
  std::string junit;
  bool coverage = false;
  std::string output = ".";
  SearchCall search;
};

/// Declares the options; `app` and `options` must stay where they are while words are parsed.
void DeclareOptions(CLI::App& app, ProgramOptions& options);

/// Those of --search (search_options.cc).
void DeclareSearch(CLI::App& app, ProgramOptions& options);
/// What does not go with --search, or is said without it, in one line; empty: nothing.
std::string ProblemOfSearch(const CLI::App& app, const SearchCall& search);

/// A number from `least` on: CLI11 takes -1 for 2^64 - 1.
CLI::Validator WholeNumber(std::uint64_t least);

/// What is wrong with the options together, in one line; empty: nothing.
std::string ProblemOf(const ProgramOptions& options);

/// Those of the harnesses that a call asks for, in their order. `problem` says what is wrong when
/// there are none, or when a name is no harness's.
std::vector<const HarnessInfo*> Select(const std::vector<HarnessInfo>& harnesses,
                                       const std::vector<std::string>& tests, std::string& problem);

}  // namespace systematic
