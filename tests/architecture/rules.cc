#include "tests/architecture/rules.h"

namespace architecture {
namespace {

const std::vector<FolderRule> kFolders = {
    // What every part needs.
    {"base", {}},
    {"testing", {"base"}},
    {"xml", {"base"}},
    {"command_line", {"base"}},

    // The engine, one subfolder an idea; each may use those before it.
    {"cpn/values", {"base"}, {"cpn/testing"}},
    {"cpn/net", {"base", "cpn/values"}, {"cpn/testing"}},
    {"cpn/engine", {"base", "cpn/values", "cpn/net"}, {"cpn/testing"}},
    {"cpn/why", {"base", "cpn/values", "cpn/net", "cpn/engine"}, {"cpn/testing"}},
    {"cpn/explore", {"base", "cpn/values", "cpn/net", "cpn/engine"}, {"cpn/testing"}},
    {"cpn/ctl", {"base", "cpn/values", "cpn/net", "cpn/engine", "cpn/explore"}, {"cpn/testing"}},
    {"cpn/report",
     {"base", "cpn/values", "cpn/net", "cpn/engine", "cpn/explore", "cpn/ctl"},
     {"cpn/testing"}},
    {"cpn/draw",
     {"base", "cpn/values", "cpn/net", "cpn/engine", "cpn/explore", "cpn/ctl", "cpn/report"},
     {"cpn/testing"}},
    {"cpn/testing", {"base", "cpn/values", "cpn/net", "cpn/engine"}},

    // The model language.
    {"cpn/lua/text", {"base", "cpn/values"}},
    {"cpn/lua/interpreter", {"base", "cpn/values", "cpn/lua/text"}},
    {"cpn/lua/language",
     {"base", "cpn/values", "cpn/net", "cpn/ctl", "cpn/lua/text", "cpn/lua/interpreter",
      "cpn/lua/run"}},
    {"cpn/lua/run", {"base", "cpn/*"}},
    {"cpn/lua", {"base", "cpn/*"}},

    // Models and formulas of other tools.
    {"cpntools/document", {"base", "xml"}},
    {"cpntools/ml", {"base"}},
    {"cpntools/lua", {"base", "cpn/*", "cpntools/document", "cpntools/ml"}},
    {"cpntools", {"base", "xml", "cpn/*", "cpntools/*"}},
    {"pnml", {"base", "xml", "cpn/*"}},
    {"mcc", {"base", "xml", "cpn/*", "pnml"}},

    // Runs of models and systems alike.
    {"trace", {"base"}, {"xml"}},

    // Test suites of any system, and their generation.
    {"suite", {"base", "xml"}},
    {"generator", {"base", "xml", "cpn/*", "suite"}},
    {"model_coverage", {"base", "xml", "cpn/*", "suite", "generator"}},

    // Is a run of a system a run of the net?
    {"conformance", {"base", "xml", "cpn/*", "oracles", "trace"}, {"cpn/testing"}},

    // The program.
    {"cpngen/charts", {"base", "cpn/*", "cpngen"}},
    {"cpngen/limits", {"base", "command_line", "cpn/lua", "cpn/lua/interpreter", "cpngen"}},
    {"cpngen/commands",
     {"base", "xml", "cpn/*", "cpntools", "pnml", "mcc", "suite", "generator", "conformance",
      "model_coverage", "trace", "nets", "systematic", "systematic/minimisation",
      "systematic/strategies", "cpngen/*"}},
    {"cpngen/commands/search", {"base", "cpn/*", "trace", "search", "search/nets", "cpngen/*"}},
    {"cpngen/commands/cover",
     {"base", "cpn/*", "suite", "generator", "model_coverage", "trace", "cpngen/*"}},
    {"cpngen",
     {"base", "command_line", "xml", "cpn/*", "cpntools/*", "pnml", "mcc", "suite", "generator",
      "conformance", "model_coverage", "trace", "nets", "systematic/strategies", "cpngen/*"}},

    // Systematic testing knows no system: what is tested comes to it.
    {"systematic", {"base", "trace", "systematic/strategies"}, {"systematic/testing"}},
    {"systematic/report",
     {"base", "trace", "systematic", "systematic/strategies"},
     {"systematic/testing", "xml"}},
    {"systematic/minimisation",
     {"systematic", "systematic/report", "systematic/strategies"},
     {"systematic/testing"}},
    {"systematic/program",
     {"base", "command_line", "trace", "systematic", "systematic/report", "systematic/minimisation",
      "systematic/strategies"},
     {"systematic/testing", "xml"}},
    {"systematic/strategies", {"base", "systematic"}, {"systematic/testing"}},
    {"systematic/environment",
     {"base", "systematic"},
     {"systematic/environment/testing", "systematic/strategies", "systematic/testing"}},
    {"systematic/fibers", {"systematic"}, {"systematic/fibers/testing"}},
    {"systematic/fibers/testing", {"systematic", "systematic/fibers", "systematic/strategies"}},
    {"systematic/environment/testing",
     {"systematic", "systematic/strategies", "systematic/testing"}},
    {"systematic/testing", {"base", "systematic", "systematic/strategies"}},

    // The search for dead states knows neither nets nor anyone's system.
    {"search", {"base"}},
    {"search/nets",
     {"base", "cpn/ctl", "cpn/engine", "cpn/lua", "cpn/net", "cpn/values", "search"}},

    // Nets under its strategies: neither of the two knows the other.
    {"nets",
     {"base", "cpn/ctl", "cpn/engine", "cpn/lua", "cpn/net", "cpn/values", "systematic"},
     {"systematic/minimisation", "systematic/strategies"}},

    // Quorum calls know nothing of who calls.
    {"quorum", {}},
    {"quorum/plugin", {"base", "command_line", "quorum"}},
    {"quorum/example", {"quorum"}},
    {"quorum/systematic", {"quorum", "systematic", "systematic/strategies"}},
    {"quorum/systematic/threads",
     {"quorum", "quorum/systematic", "systematic", "systematic/fibers"},
     {"systematic/strategies"}},

    // Single-decree Paxos. The roles are pure state machines: no thread, clock or socket of their
    // own, and no gRPC.
    {"sut/paxos/roles", {"quorum"}, {"sut/paxos/replica", "sut/paxos/testing"}},
    {"sut/paxos/storage", {"sut/paxos/roles"}},
    {"sut/paxos/storage/systematic",
     {"sut/paxos/roles", "sut/paxos/storage", "systematic", "systematic/environment"},
     {"systematic/strategies"}},
    {"sut/paxos/replica", {"quorum", "sut/paxos/roles"}, {"sut/paxos/testing"}},
    {"sut/paxos/replica/systematic",
     {"sut/paxos/roles", "sut/paxos/replica", "systematic", "systematic/fibers"},
     {"systematic/strategies"}},
    {"sut/paxos/rpc",
     {"quorum", "sut/paxos/roles", "sut/paxos/replica"},
     {"sut/paxos/storage", "sut/paxos/testing"}},
    {"sut/paxos/programs",
     {"command_line", "quorum", "sut/paxos/roles", "sut/paxos/replica", "sut/paxos/storage",
      "sut/paxos/rpc"},
     {"sut/paxos/testing"}},
    {"sut/paxos/oracles", {"oracles", "quorum", "sut/paxos/roles"}},
    {"sut/paxos/systematic",
     {"oracles", "quorum", "sut/paxos/*", "systematic", "systematic/environment",
      "systematic/strategies"}},
    {"sut/paxos/systematic/guided",
     {"base", "command_line", "cpn/lua", "nets", "sut/paxos/systematic", "systematic",
      "systematic/report", "systematic/strategies", "trace"}},
    {"sut/paxos/systematic/suites",
     {"base", "command_line", "sut/paxos/roles", "sut/paxos/systematic", "systematic", "xml"},
     {"systematic/strategies"}},
    {"sut/paxos/systematic/contract", {"sut/paxos/roles"}},
    {"sut/paxos/systematic/monitors", {"sut/paxos/roles", "systematic", "systematic/environment"}},
    {"sut/paxos/testing",
     {"quorum", "sut/paxos/roles", "sut/paxos/replica", "sut/paxos/storage", "sut/paxos/rpc"}},

    // What makes a verdict, over events of any system.
    {"oracles", {"base", "xml", "suite"}},
    {"oracles/linearizability", {"base"}, {"oracles/linearizability/testing"}},
    {"oracles/linearizability/testing", {"base", "oracles/linearizability"}},

    // The adapter's core serves any system; a system plugs in, and no system knows another.
    {"adapter/process", {"base", "adapter/process/warden"}, {"adapter/process/testing"}},
    {"adapter/process/warden", {"base"}},
    {"adapter/proxy", {"base"}, {"adapter/proxy/testing"}},
    {"adapter/proxy/testing", {"base", "adapter/proxy"}},
    {"adapter/process/testing", {"base", "adapter/process", "adapter/process/warden"}},
    {"adapter/driver_protocol", {"base", "xml", "oracles"}},
    {"adapter/driver_protocol/grpc", {"base", "xml", "oracles", "adapter/driver_protocol"}},
    {"adapter/faults", {"base", "suite", "oracles"}},
    {"adapter/linearizability", {"base", "trace", "adapter", "oracles/linearizability"}},
    {"adapter/coverage", {"base", "adapter/process"}},
    {"adapter/report",
     {"base", "trace", "xml", "suite", "oracles", "adapter", "adapter/online"},
     {"adapter/testing"}},
    {"adapter/conform",
     {"base", "trace", "suite", "conformance", "cpn/lua", "cpn/values", "adapter"},
     {"adapter/testing"}},
    {"adapter/online",
     {"base", "trace", "xml", "suite", "oracles", "conformance", "cpn/lua", "cpn/lua/run",
      "cpn/values", "cpn/engine", "adapter"},
     {"adapter/online/testing"}},
    {"adapter/online/testing",
     {"base", "trace", "xml", "oracles", "conformance", "cpn/lua", "adapter", "adapter/online"}},
    {"adapter",
     {"base", "command_line", "trace", "xml", "suite", "oracles", "conformance", "cpn/lua",
      "cpn/values", "adapter/process", "adapter/faults", "adapter/conform", "adapter/coverage",
      "adapter/linearizability", "adapter/online", "adapter/report", "oracles/linearizability"},
     {"adapter/testing"}},
    {"adapter/testing", {"base", "trace", "xml", "suite", "oracles", "adapter"}},

    // What several systems share: kinds of cases over numbered servers, and gRPC.
    {"adapter/systems/cases", {"base", "xml", "suite", "adapter"}},
    {"adapter/systems/grpc", {"base", "adapter", "quorum"}},
    // Connections by hand: what no library would send.
    {"adapter/systems/connections", {"base", "quorum"}},

    {"adapter/systems/paxos/cases",
     {"base", "xml", "suite", "adapter", "adapter/systems/cases", "adapter/systems/grpc"},
     {"adapter/systems/testing"}},
    {"adapter/systems/paxos/oracles",
     {"base", "suite", "trace", "oracles", "adapter/systems/cases", "adapter/systems/paxos/cases",
      "sut/paxos/oracles"}},
    {"adapter/systems/paxos/faults",
     {"base", "suite", "trace", "oracles", "adapter", "adapter/faults", "adapter/systems/cases",
      "adapter/systems/paxos/cases", "adapter/systems/paxos/oracles", "sut/paxos/*"}},
    {"adapter/systems/paxos/cluster",
     {"base", "suite", "trace", "oracles", "adapter", "adapter/faults", "adapter/process",
      "adapter/systems/cases", "adapter/systems/grpc", "adapter/systems/paxos/cases",
      "adapter/systems/paxos/oracles", "adapter/systems/paxos/faults", "quorum", "sut/paxos/*"}},
    {"adapter/systems/paxos/runs",
     {"base", "xml", "suite", "trace", "oracles", "adapter", "adapter/faults", "adapter/process",
      "adapter/systems/cases", "adapter/systems/connections", "adapter/systems/grpc",
      "adapter/systems/paxos/*", "quorum", "sut/paxos/*"},
     {"adapter/systems", "adapter/systems/testing"}},
    {"adapter/systems/paxos",
     {"base", "xml", "suite", "trace", "oracles", "adapter", "adapter/faults", "adapter/process",
      "adapter/coverage", "adapter/systems/cases", "adapter/systems/grpc",
      "adapter/systems/paxos/*", "quorum", "sut/paxos/*"}},
    {"adapter/systems/quorum",
     {"base", "xml", "suite", "trace", "oracles", "adapter", "adapter/faults", "adapter/process",
      "adapter/coverage", "adapter/systems/cases", "adapter/systems/grpc", "quorum"}},

    // Systems that somebody else wrote.
    {"adapter/systems/external",
     {"base", "trace", "xml", "suite", "oracles", "cpn/lua", "cpn/values", "adapter",
      "adapter/online", "adapter/faults", "adapter/driver_protocol", "adapter/driver_protocol/grpc",
      "adapter/process", "adapter/proxy"},
     {"adapter/systems/external/testing"}},
    {"adapter/systems/external/testing", {}},

    // The list of the systems in the box, and typed suites of all of them for tests.
    {"adapter/systems", {"adapter", "adapter/systems/paxos", "adapter/systems/quorum"}},
    {"adapter/systems/testing",
     {"base", "xml", "suite", "adapter", "adapter/systems/cases", "adapter/systems/paxos/cases",
      "adapter/systems/quorum"}},

    // Tests about more than one folder, and benchmarks, may look at everything.
    {"tests/*", {"*"}},
    {"examples", {}, {"adapter/process", "base"}},
    {"examples/paxos", {"quorum", "sut/paxos/rpc"}},
    {"examples/register", {"quorum"}},
    {"examples/two_phase_commit", {"quorum"}},
    // Components know nothing of the harnesses that test them.
    {"examples/systematic",
     {"systematic", "systematic/strategies", "examples/systematic/*"},
     {"systematic/testing"}},
    {"examples/systematic/support", {"systematic", "systematic/strategies"}},
    {"examples/systematic/leases", {"systematic"}},
    {"examples/systematic/replicating_server", {}},
    {"examples/systematic/replicating_server/harness",
     {"systematic", "examples/systematic/replicating_server", "examples/systematic/support"},
     {"systematic/strategies"}},
    {"examples/systematic/extent_manager", {}},
    {"examples/systematic/extent_manager/harness",
     {"systematic", "examples/systematic/extent_manager", "examples/systematic/support"},
     {"systematic/strategies"}},
    {"examples/systematic/migrating_table", {}},
    {"examples/systematic/migrating_table/harness",
     {"systematic", "examples/systematic/migrating_table", "examples/systematic/support"},
     {"systematic/strategies"}},
    {"examples/systematic/primary_secondary", {}},
    {"examples/systematic/primary_secondary/harness",
     {"systematic", "examples/systematic/primary_secondary", "examples/systematic/support"},
     {"systematic/strategies"}},
    {"bench", {"*"}},
    {"bench/driver_protocol", {"*"}},
};

const std::map<std::string, std::string> kExemptFiles = {
    {"adapter/main.cc", "says which systems are linked into the program"},
    {"adapter/program_test.cc", "runs the whole program, with the systems in the box"},
    {"cpngen/help_texts.h", "its examples call the shipped models"},
    {"cpn/lua/run/test_specification.h", "cites a paper by its title"},
    {"cpntools/document/reader_test.cc", "reads a model of the corpus by its name"},
    {"suite/format_document_test.cc", "reads golden suites by their names"},
};

const std::vector<LibraryRule> kLibraries = {
    {"CLI/",
     {"command_line", "examples/*", "cpngen/*", "sut/paxos/programs", "sut/paxos/systematic/guided",
      "sut/paxos/systematic/suites", "adapter", "systematic/program"}},
    {"absl/", {"quorum", "adapter/systems/grpc"}},
    {"benchmark/", {"bench"}},
    {"boost/", {"cpn/explore", "generator", "systematic/fibers"}},
    {"fmt/",
     {"systematic/report", "systematic/program", "cpn/*", "cpntools/*", "pnml", "mcc", "generator",
      "conformance", "model_coverage", "cpngen/*", "quorum/*", "sut/paxos/*", "trace", "suite",
      "oracles", "adapter/*", "command_line", "tests/*", "bench/*"}},
    {"google/protobuf/", {"quorum", "quorum/plugin", "adapter/driver_protocol/grpc"}},
    {"grpc",
     {"quorum", "sut/paxos/rpc", "sut/paxos/programs", "sut/paxos/testing", "adapter/systems/grpc",
      "adapter/systems/*", "adapter/driver_protocol/grpc", "bench/*", "examples/register"}},
    {"lauxlib.h", {"cpn/lua/*"}},
    {"lua.h", {"cpn/lua/*"}},
    {"nlohmann/",
     {"trace", "conformance", "systematic/program", "examples/*", "cpngen/*", "sut/paxos/programs",
      "adapter/*", "tests/*", "bench/*"}},
    {"openssl/", {"quorum", "adapter/systems/connections", "adapter/systems/grpc"}},
    {"pugixml", {"xml"}},
    {"spdlog/", {"sut/paxos/programs"}},
};

const std::vector<std::string> kNeutralFolders = {"base",
                                                  "testing",
                                                  "xml",
                                                  "command_line",
                                                  "cpn/*",
                                                  "cpntools/*",
                                                  "pnml",
                                                  "mcc",
                                                  "trace",
                                                  "suite",
                                                  "generator",
                                                  "conformance",
                                                  "cpngen/*",
                                                  "systematic/*",
                                                  "search/*",
                                                  "nets",
                                                  "quorum/*",
                                                  "oracles/*",
                                                  "adapter",
                                                  "adapter/report",
                                                  "adapter/online",
                                                  "adapter/coverage",
                                                  "adapter/faults",
                                                  "adapter/linearizability",
                                                  "adapter/process/*",
                                                  "adapter/proxy",
                                                  "adapter/driver_protocol/*",
                                                  "adapter/systems/external/*"};

// Not promise, accept, learn and commit: C++ and English have them, too.
const std::vector<std::string> kProtocolWords = {"paxos",     "proposer", "proposers", "acceptor",
                                                 "acceptors", "learner",  "learners",  "usurper",
                                                 "usurpers",  "crnd",     "vrnd",      "vval"};

}  // namespace

const Rules& RepositoryRules() {
  static const Rules kRules{kFolders, kExemptFiles, kLibraries, kNeutralFolders, kProtocolWords};
  return kRules;
}

}  // namespace architecture
