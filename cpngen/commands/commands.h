// The commands of `cpngen`, one function each, in files of their own (generate_command.cc, ...).
//
// All of them print results to streams.out and messages to streams.err, and return how it went.
// They throw when nothing comes of it: cpn::ModelError, base::ParseError, base::FileError,
// cpn::draw::GraphvizError, pnml::TranslationError and InputError when the input is wrong,
// generator::LimitReached and conformance::LimitReached when a limit is met, and base::StopError
// when streams.budget stops them.
// Thread safety: one command at a time.
#pragma once

#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"

namespace cpngen {

/// Prints a simulated or replayed run, step by step.
ExitCode Simulate(const SimulateOptions& options, const Streams& streams);
/// Generates a test suite and writes it to a file, one file a case, or standard output.
ExitCode Generate(const GenerateOptions& options, const Streams& streams);
/// Explores the state space, prints the report on it, and draws or dumps it.
ExitCode Space(const SpaceOptions& options, const Streams& streams);
/// Draws the model's modules and prints the names of the files.
ExitCode Draw(const DrawOptions& options, const Streams& streams);
/// Checks the model's properties and prints verdicts with their evidence. Returns kViolated when
/// one is violated, otherwise kLimitReached when one is unknown.
ExitCode Check(const CheckOptions& options, const Streams& streams);
/// Looks for executions that put a property out of reach and prints the step that does. Returns
/// kViolated when one does, otherwise kLimitReached when one is suspected or a limit is met.
ExitCode Search(const SearchOptions& options, const Streams& streams);
/// Reads commands from the terminal, standard input or the options, and shows a run. Returns
/// kBadInput when a command of a script is wrong, kLimitReached when a walk of one did not arrive.
ExitCode Debug(const DebugOptions& options, const Streams& streams);
/// Serves a page that shows the model or the trace, prints its address, and ends on a signal.
ExitCode Explore(const ExploreOptions& options, const Streams& streams);
/// Says of each trace whether it is a run of the model, and if not why. Returns kViolated when one
/// is not.
ExitCode Conform(const ConformOptions& options, const Streams& streams);
/// Prints what suites and recorded runs cover of the model, and draws it.
ExitCode Cover(const CoverOptions& options, const Streams& streams);
/// Writes a page on the model, its suites and their results, and prints what it says in short.
ExitCode Report(const ReportOptions& options, const Streams& streams);
/// Prints what the model declares.
ExitCode Describe(const DescribeOptions& options, const Streams& streams);
/// Writes a model of another format as a Lua model and prints the names of the files.
ExitCode Import(const ImportOptions& options, const Streams& streams);
/// Writes the model as PNML and prints the name of the file.
ExitCode Export(const ExportOptions& options, const Streams& streams);
/// Puts the parts of a call together, and writes and says what the whole call would have. Returns
/// what that would have returned.
ExitCode Merge(const MergeOptions& options, const Streams& streams);
/// Prints the answers to an examination of the Model Checking Contest. Returns kLimitReached when
/// one of them could not be computed.
ExitCode Mcc(const MccOptions& options, const Streams& streams);

}  // namespace cpngen
