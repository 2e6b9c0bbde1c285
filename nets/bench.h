// A loaded model with what is worth keeping from one execution to the next: the engine's memos, the
// names of binding elements, monitors. One execution uses it at a time.
//
// Invariants: nothing that an execution shows depends on what ran before on the same bench; ids of
// binding elements do, names do not.
// Thread safety: none; a Benches hands them out to any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "cpn/ctl/run_monitor.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/lua/lua_model.h"
#include "nets/machines.h"
#include "systematic/scheduler.h"

namespace nets {

struct BenchOptions {
  /// Loads the model; called once a worker, on its thread.
  std::function<std::unique_ptr<cpn::lua::LuaModel>()> load;
  MachineRule machines = {};
  std::vector<std::string> properties = {};  ///< that harnesses may watch; a run can violate each
  const base::Budget* budget = nullptr;      ///< ends executions early; null: nothing does
};

/// What an execution knows of a binding element.
struct Element {
  std::string binding;                 ///< "(c = 1)"
  std::uint32_t machine = 0;           ///< index into Bench::machines
  bool named = false;                  ///< the two above are there
  bool enabled = false;                ///< in the execution that goes on
  std::uint64_t seen = 0;              ///< the last look at what is enabled that found it
  std::uint64_t execution = 0;         ///< the last one that has a key for it
  systematic::Key key = {};            ///< in that execution
  systematic::MachineId machine_id{};  ///< in that execution
};

class Bench {
 public:
  explicit Bench(const BenchOptions& options);
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  cpn::Engine& engine() { return model_->engine(); }
  cpn::ctl::RunMonitor& monitor(std::size_t property) { return monitors_[property]; }

  /// With its binding and its machine.
  Element& At(cpn::BindingElementId id);
  const std::string& MachineName(std::uint32_t machine) const { return machines_[machine]; }
  std::size_t machines() const { return machines_.size(); }

  std::uint64_t executions = 0;
  std::uint64_t looks = 0;

 private:
  std::uint32_t MachineOf(cpn::BindingElementId id);

  std::unique_ptr<cpn::lua::LuaModel> model_;
  Machines rule_;
  cpn::ctl::StateFunctionMemo memo_;
  std::vector<cpn::ctl::RunMonitor> monitors_;
  std::vector<Element> elements_;  // by id
  std::vector<std::string> machines_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of machines; never iterated
};

/// The benches of a call. Thread-safe.
class Benches {
 public:
  explicit Benches(BenchOptions options) : options_(std::move(options)) {}

  /// One that nobody uses; a new one when there is none.
  std::unique_ptr<Bench> Take();
  void PutBack(std::unique_ptr<Bench> bench);

  const BenchOptions& options() const { return options_; }

  /// An execution ends since memory or time ran out, or a signal came; `error` says so.
  void Stop(std::exception_ptr error);
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  /// What the first Stop() was told.
  std::exception_ptr error() const;

 private:
  const BenchOptions options_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Bench>> free_;
  std::exception_ptr error_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace nets
