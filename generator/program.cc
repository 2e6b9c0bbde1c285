#include "generator/program.h"

#include <fmt/format.h>

#include <new>
#include <ostream>
#include <variant>

#include "cpn/draw/graphviz.h"
#include "cpn/error.h"
#include "generator/commands.h"
#include "generator/limit_reached.h"
#include "generator/options.h"
#include "suite/atomic_file.h"

namespace generator {
namespace {

constexpr int kDone = 0;
constexpr int kBadInput = 2;
constexpr int kLimitReached = 3;

struct RunCommand {
  const Streams& streams;

  int operator()(const SimulateOptions& options) const { return Do(Simulate, options); }
  int operator()(const GenerateOptions& options) const { return Do(Generate, options); }
  int operator()(const DrawOptions& options) const { return Do(Draw, options); }
  int operator()(const DescribeOptions& options) const { return Do(Describe, options); }
  int operator()(const Exit& exit) const {
    (exit.code == kDone ? streams.out : streams.err) << exit.text;
    return exit.code;
  }

 private:
  template <typename Options>
  int Do(void (*command)(const Options&, const Streams&), const Options& options) const {
    command(options, streams);
    streams.out.flush();
    if (!streams.out) throw InputError("cannot write to standard output");
    return kDone;
  }
};

int Refuse(const Streams& streams, int code, const char* message) {
  streams.err << fmt::format("cpngen: {}\n", message);
  return code;
}

}  // namespace

int RunProgram(const std::vector<std::string>& arguments, const Streams& streams) {
  const Command command = ParseCommandLine(arguments);
  try {
    return std::visit(RunCommand{streams}, command);
  } catch (const cpn::ModelError& error) {
    if (error.where().file.empty()) return Refuse(streams, kBadInput, error.what());
    streams.err << error.what() << '\n';
    return kBadInput;
  } catch (const InputError& error) {
    return Refuse(streams, kBadInput, error.what());
  } catch (const suite::FileError& error) {
    return Refuse(streams, kBadInput, error.what());
  } catch (const cpn::draw::GraphvizError& error) {
    return Refuse(streams, kBadInput, error.what());
  } catch (const LimitReached& error) {
    return Refuse(streams, kLimitReached, error.what());
  } catch (const std::bad_alloc&) {
    return Refuse(streams, kLimitReached, "out of memory; nothing was written");
  }
}

}  // namespace generator
