// The verdicts of `adapter run`, added up over the parts of a run, in their order.
//
// Invariant: what VerdictSum says is what the run would have said that is not shared out, if all
// parts have run to their end.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpngen/options/exit_code.h"

namespace cpngen {

struct Verdicts {
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t inconclusive = 0;
  std::uint64_t all() const { return passed + failed + inconclusive; }
  bool are_good() const { return failed + inconclusive == 0; }
};

class VerdictSum {
 public:
  /// The parts have so many `runs` together. With `fail_fast` the run ends with the first part in
  /// which something is no pass.
  VerdictSum(std::uint64_t runs, std::size_t parts, bool fail_fast)
      : runs_(runs), parts_(parts), fail_fast_(fail_fast) {}

  /// The next part, which is in that file.
  void Add(const std::string& file, const Verdicts& verdicts);
  bool has_ended() const { return fail_fast_ && !all_.are_good(); }

  const Verdicts& all() const { return all_; }
  /// As adapter run ends: 1 with failures, 3 when a case is inconclusive or has not run.
  ExitCode code() const;
  /// "9 passed, 1 failed of 10".
  std::string Text() const;
  /// Of parts that were interrupted.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  const std::uint64_t runs_;
  const std::size_t parts_;
  const bool fail_fast_;
  std::size_t added_ = 0;
  Verdicts all_;
  std::vector<std::string> notes_;
};

/// The number that the text is.
std::optional<std::uint64_t> NumberOfText(std::string_view text);

}  // namespace cpngen
