#include "sut/paxos/storage/systematic/durable_monitor.h"

#include <fmt/format.h>

namespace paxos {
namespace {

constexpr std::size_t kMostText = 20;

std::string ValueText(const RoundValue& value) {
  if (value.value.size() <= kMostText) return fmt::format("({}, \"{}\")", value.rnd, value.value);
  return fmt::format("({}, {} bytes)", value.rnd, value.value.size());
}

void Append(std::string& text, const std::string& part) {
  text += (text.empty() ? "" : ", ") + part;
}

// Does the error say that a call to the disk could not be done?
bool NamesACall(const std::string& error) {
  return error.find(": cannot ") != std::string::npos &&
         error.find(": Success") == std::string::npos;
}

}  // namespace

std::string ToText(const StoredState& state) {
  std::string text;
  if (state.promised) Append(text, fmt::format("promised {}", *state.promised));
  if (state.vote) Append(text, "vote " + ValueText(*state.vote));
  if (state.round) Append(text, fmt::format("round {}", *state.round));
  if (state.decision) Append(text, "decision " + ValueText(*state.decision));
  return text.empty() ? "nothing" : text;
}

void DurableMonitor::OnSave(const Record& record) { untold_ = record; }

void DurableMonitor::OnSaved(const StoredState& loaded) {
  Apply(*untold_, told_);
  untold_.reset();
  if (loaded != told_) {
    Fail(fmt::format("loads {} after saving {}", ToText(loaded), ToText(told_)));
  }
}

void DurableMonitor::OnNotSaved(const std::string& error, bool failed, const StoredState& loaded) {
  if (!failed || !NamesACall(error)) Fail("a save failed without a reason: " + error);
  if (loaded != told_) {
    Fail(fmt::format("loads {} after a save that failed; told was {}", ToText(loaded),
                     ToText(told_)));
  }
}

void DurableMonitor::OnSavedWhileBroken() { Fail("saves after a save that failed"); }

void DurableMonitor::OnOpened(const StoredState& loaded, std::uint64_t torn_bytes) {
  StoredState with = told_;
  if (untold_) Apply(*untold_, with);
  if (loaded != told_ && loaded != with) {
    Fail(fmt::format("opened with {}; told was {}", ToText(loaded), ToText(told_)));
  }
  if (torn_bytes > 0 && !untold_) {
    Fail(fmt::format("dropped {} bytes when nothing had been cut off", torn_bytes));
  }
  told_ = loaded;
  untold_.reset();
}

void DurableMonitor::OnRefused(const std::string& error, bool failed) {
  if (!failed || !NamesACall(error)) Fail("refused what it wrote itself: " + error);
}

void DurableMonitor::OnStranger(const std::string& error) {
  Fail("a stranger was not refused as it must be: " + error);
}

void DurableMonitor::OnClosed(std::size_t open_descriptors) {
  if (open_descriptors > 0) Fail(fmt::format("{} descriptors are left open", open_descriptors));
}

}  // namespace paxos
