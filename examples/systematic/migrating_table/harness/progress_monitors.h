// That users of the table get on: no call needs ever more calls of the tables behind it, and all
// come to their end.
//
// Thread safety: none; a monitor is one execution's.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "systematic/scheduler.h"

namespace migrating_table {

/// Safety: a call of the migrating table takes at most 100 calls of other tables.
class CallMonitor : public systematic::Monitor {
 public:
  explicit CallMonitor(systematic::Scheduler& scheduler) : scheduler_(scheduler) {}
  std::string_view name() const override { return "livelock"; }

  void OnCallBegins(const std::string& user) { calls_[user] = 0; }
  void OnTableCall(const std::string& user) {
    if (++calls_[user] <= kMost) return;
    scheduler_.Fail(*this, "a call of " + user + " takes more than " + std::to_string(kMost) +
                               " calls of tables");
  }

 private:
  static constexpr int kMost = 100;
  systematic::Scheduler& scheduler_;
  std::map<std::string, int> calls_;
};

/// Liveness: services and migrator end.
class EndMonitor : public systematic::Monitor {
 public:
  explicit EndMonitor(int users) : running_(users) {}
  std::string_view name() const override { return "end"; }
  systematic::Heat heat() const override {
    return running_ > 0 ? systematic::Heat::kHot : systematic::Heat::kCold;
  }
  std::string owed() const override {
    return std::to_string(running_) + " of services and migrator have not come to their end";
  }
  void OnEnd() { --running_; }

 private:
  int running_;
};

}  // namespace migrating_table
