#include "cpngen/mpi/run_rank.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/read_file.h"
#include "cpn/distributed/checkpoint.h"
#include "cpn/distributed/invariants.h"
#include "cpn/distributed/rank.h"
#include "cpngen/exploring.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/mpi/report_together.h"
#include "cpngen/program.h"
#include "cpngen/text.h"
#include "generator/observed_space.h"
#include "generator/together/cases_together.h"

namespace cpngen {
namespace {

using cpn::ctl::Property;
using cpn::distributed::Rank;
using cpn::distributed::RankOptions;
using cpn::distributed::RankStatistics;
using cpn::distributed::Transport;
using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;

/// Either all ranks have come as far as exploring, or all end.
class Meeting {
 public:
  explicit Meeting(Transport& transport) : transport_(transport) {}

  /// This rank can explore. Throws InputError with what another one said that cannot.
  void Come() {
    come_ = true;
    const std::string said = Gather("");
    if (!said.empty()) throw InputError(said);
  }
  /// This rank has ended, with that message. Does nothing after Come().
  void End(const std::string& message) {
    if (!come_) Gather(message.empty() ? "it could not begin" : message);
  }

 private:
  std::string Gather(const std::string& mine) {
    const auto all = transport_.AllGather({mine.begin(), mine.end()});
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      std::string text(all[rank].begin(), all[rank].end());
      while (text.ends_with('\n')) text.pop_back();
      if (!text.empty()) return fmt::format("rank {} ended: {}", rank, text);
    }
    return "";
  }

  Transport& transport_;
  bool come_ = false;
};

/// What must be the same for a run to go on: the texts of the model, and its parameters.
std::string IdentityOf(const LuaModel& model) {
  std::string identity = ParametersText(model);
  for (const std::string& file : model.files()) {
    identity += '\n' + file + '\n' + base::ReadFile(file).bytes;
  }
  return identity;
}

void RequireTogether(std::span<const Property* const> properties) {
  for (const Property* property : properties) {
    if (cpn::distributed::IsDecidedTogether(*property)) continue;
    throw InputError(fmt::format(
        "property \"{}\" is not decided by several processes: they decide INV, and NOT of POS, of "
        "what single markings say. Choose others with --property, or use `cpngen check`",
        property->name));
  }
}

/// User CPU time so far, in milliseconds, and the largest resident size, in KiB.
std::pair<std::uint64_t, std::uint64_t> UsedByProcess() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = static_cast<std::uint64_t>(used.ru_utime.tv_sec);
  const auto microseconds = static_cast<std::uint64_t>(used.ru_utime.tv_usec);
  return {1000 * seconds + microseconds / 1000, static_cast<std::uint64_t>(used.ru_maxrss)};
}

class Together {
 public:
  Together(const MpiCall& call, Transport& transport, Meeting& meeting, std::ostream& err)
      : call_(call), transport_(transport), meeting_(meeting), err_(err) {}

  cpn::StateCount Count(LuaModel& model, const cpn::ExplorationOptions& options) {
    return With(model, options, [](Rank& rank) { return rank.TogetherExplore(); });
  }

  std::optional<cpn::report::StateSpaceReport> Report(LuaModel& model,
                                                      const cpn::ExplorationOptions& options) {
    return With(model, options, TogetherReport);
  }

  std::optional<generator::RawCases> Cases(LuaModel& model, TestSpecification& specification,
                                           const generator::StateSpaceOptions& options,
                                           base::Progress& progress) {
    return With(model, generator::ExplorationFor(options, progress), [&](Rank& rank) {
      return generator::TogetherGenerate(rank, model, specification, options);
    });
  }

  std::vector<cpn::ctl::Result> Check(LuaModel& model, std::span<const Property* const> properties,
                                      const cpn::ctl::CheckOptions& options) {
    RequireTogether(properties);
    return With(model, options.exploration, [&](Rank& rank) {
      return cpn::distributed::TogetherCheck(rank, model.state_functions(), properties,
                                             options.memo_bytes);
    });
  }

 private:
  template <typename Work>
  std::invoke_result_t<Work, Rank&> With(LuaModel& model, const cpn::ExplorationOptions& options,
                                         const Work& work) {
    meeting_.Come();
    RankOptions chosen;
    chosen.exploration = options;
    chosen.checkpoint_folder = call_.checkpoint;
    chosen.checkpoint_seconds = 60 * call_.checkpoint_minutes;
    chosen.resume_folder = call_.resume;
    chosen.identity = IdentityOf(model);
    Rank rank(&model.engine(), &transport_, chosen);
    try {
      auto result = work(rank);
      if (call_.stats) PrintStatistics(rank.statistics());
      return result;
    } catch (const cpn::distributed::CheckpointError& error) {
      throw InputError(error.what());
    }
  }

  void PrintStatistics(const RankStatistics& mine) {
    const unsigned ranks = transport_.ranks();
    constexpr std::size_t kColumns = 9;
    const auto [milliseconds, kibibytes] = UsedByProcess();
    std::vector<std::uint64_t> all(ranks * kColumns, 0);
    const std::uint64_t row[kColumns] = {mine.states,  mine.sent,        mine.messages,
                                         mine.bytes,   mine.store_bytes, mine.table_bytes,
                                         milliseconds, kibibytes,        mine.given};
    std::copy(row, row + kColumns, all.begin() + transport_.rank() * kColumns);
    transport_.Sum(all);
    err_ << "rank     markings  records sent  messages    bytes sent  store bytes  table bytes"
            "   user ms   peak KiB        given\n";
    for (unsigned rank = 0; rank < ranks; ++rank) {
      const std::uint64_t* const at = all.data() + rank * kColumns;
      err_ << fmt::format("{:4} {:12} {:13} {:9} {:13} {:12} {:12} {:9} {:10} {:12}\n", rank, at[0],
                          at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]);
    }
  }

  const MpiCall& call_;
  Transport& transport_;
  Meeting& meeting_;
  std::ostream& err_;
};

/// The command of the call, whose files are rank 0's business.
struct CommandOfRank {
  const Exploring& exploring;
  const Streams& streams;
  bool writes;

  int operator()(SpaceOptions options) const {
    if (!writes) options.output.clear();
    return Do(SpaceWith, options, options.exploration);
  }
  int operator()(GenerateOptions options) const {
    if (!writes) {
      options.output = "-";
      options.json = false;
    }
    return Do(GenerateWith, options, options.limits);
  }
  int operator()(CheckOptions options) const {
    if (!writes) options.trace = options.msc = options.suite = std::string();
    return Do(CheckWith, options, options.exploration);
  }
  int operator()(const Exit& exit) const {
    (exit.code == ExitCode::kDone ? streams.out : streams.err) << exit.text << std::flush;
    return static_cast<int>(exit.code);
  }
  template <typename Other>
  int operator()(const Other&) const {
    throw std::logic_error("a command that ranks do not do together");
  }

 private:
  template <typename Options>
  int Do(ExitCode (*command)(const Exploring&, const Options&, const Streams&),
         const Options& options, const ResourceLimits& limits) const {
    const auto work = [&](const Streams& all) {
      try {
        return command(exploring, options, all);
      } catch (const cpn::ModelError& error) {
        throw AtOrigin(error, options.model);
      }
    };
    return RunAsCommand(options.model.path, limits, streams, work);
  }
};

}  // namespace

int RunRank(const MpiCall& call, Transport& transport, const Streams& streams) {
  const bool speaks = transport.rank() == 0;
  std::ostringstream out;
  std::ostringstream err;
  const Streams mine{speaks ? streams.out : out,
                     speaks ? streams.err : err,
                     speaks && streams.progress,
                     speaks && streams.colour,
                     streams.budget,
                     streams.end_process};
  Meeting meeting(transport);
  Together together(call, transport, meeting, mine.err);
  Exploring exploring;
  exploring.count = [&](LuaModel& model, const cpn::ExplorationOptions& options) {
    return together.Count(model, options);
  };
  exploring.report = [&](LuaModel& model, const cpn::ExplorationOptions& options) {
    return together.Report(model, options);
  };
  exploring.cases = [&](LuaModel& model, TestSpecification& specification,
                        const generator::StateSpaceOptions& options, base::Progress& progress) {
    return together.Cases(model, specification, options, progress);
  };
  exploring.check = [&](LuaModel& model, std::span<const Property* const> properties,
                        const cpn::ctl::CheckOptions& options) {
    return together.Check(model, properties, options);
  };
  const int code = std::visit(CommandOfRank{exploring, mine, speaks}, call.command);
  meeting.End(err.str());
  return speaks ? code : 0;
}

}  // namespace cpngen
