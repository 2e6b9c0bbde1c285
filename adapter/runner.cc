#include "adapter/runner.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#include "adapter/run_trace.h"
#include "base/split_mix64.h"

namespace adapter {
namespace {

bool Passed(const CaseResult& result) { return result.verdict.outcome == Outcome::kPass; }

Verdict RunCaught(const SelectedCase& selected, const CaseRunner& run, std::uint64_t seed) {
  try {
    return run(selected, seed);
  } catch (const std::exception& error) {
    return {Outcome::kInconclusive, error.what(), {}};
  }
}

CaseResult RunOne(const SelectedCase& selected, const CaseRunner& run, std::uint64_t seed,
                  bool keep_traces) {
  const suite::Suite& suite = selected.suite->suite;
  CaseResult result{
      suite.name(), suite.file(), selected.test->id, selected.test->line(), seed, 0, {}};
  const auto start = std::chrono::steady_clock::now();
  result.verdict = RunCaught(selected, run, CaseSeed(seed, CaseName(suite.name(), result.id)));
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  result.milliseconds = elapsed.count();
  const bool keep = keep_traces || !Passed(result);
  result.verdict.trace = keep ? WholeTrace(selected, seed, result.verdict) : trace::Trace();
  return result;
}

}  // namespace

std::vector<CaseResult> RunCases(const std::vector<SelectedCase>& cases, const RunPlan& plan,
                                 const CaseRunner& run, const Progress& progress) {
  assert(plan.jobs >= 1 && plan.repeat >= 1);
  const command_line::Block block =
      command_line::BlockOf(cases.size() * static_cast<std::uint64_t>(plan.repeat), plan.shard);
  const auto all = static_cast<std::size_t>(block.size());
  std::vector<CaseResult> results(all);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex progress_mutex;
  std::size_t done = 0;
  const auto work = [&] {
    while (!stop && !(plan.interrupt != nullptr && *plan.interrupt)) {
      const std::size_t i = next++;
      if (i >= all) break;
      const std::uint64_t number = block.begin + i;
      results[i] = RunOne(cases[number % cases.size()], run, plan.seed + number / cases.size(),
                          plan.keep_traces);
      if (plan.fail_fast && !Passed(results[i])) stop = true;
      if (!progress) continue;
      const std::lock_guard lock(progress_mutex);
      progress(++done, all, results[i]);
    }
  };
  const std::size_t workers = std::min(static_cast<std::size_t>(plan.jobs), all);
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  work();
  threads.clear();
  // Cases are begun in order: after an interrupt, what comes behind the last one has not run.
  results.resize(plan.interrupt != nullptr && *plan.interrupt ? std::min(next.load(), all) : all);
  if (plan.fail_fast) {
    // Cases are begun in order, so that all before the first that did not pass have ended.
    const auto first = std::find_if_not(results.begin(), results.end(), Passed);
    if (first != results.end()) results.erase(first + 1, results.end());
  }
  return results;
}

std::uint64_t CaseSeed(std::uint64_t seed, const std::string& case_name) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : case_name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return base::SplitMix64(hash ^ base::SplitMix64(seed).Next()).Next();
}

}  // namespace adapter
