// For tests: calls of the program as a user makes them.
#pragma once

#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "cpngen/program.h"

namespace cpngen::testing {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

inline Outcome Call(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = RunProgram(arguments, {out, err});
  return {code, out.str(), err.str()};
}

/// A terminal whose user does something on seeing the first sign of progress.
class ImpatientUser : public std::stringbuf {
 public:
  explicit ImpatientUser(std::function<void()> act) : act_(std::move(act)) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize length) override {
    if (!std::exchange(acted_, true)) act_();
    return std::stringbuf::xsputn(text, length);
  }

 private:
  std::function<void()> act_;
  bool acted_ = false;
};

/// A call on whose first sign of progress the user acts.
inline Outcome CallAndAct(const std::vector<std::string>& arguments, std::function<void()> act,
                          base::Budget* budget = nullptr) {
  ImpatientUser terminal(std::move(act));
  std::ostringstream out;
  std::ostream err(&terminal);
  const int code = RunProgram(arguments, {out, err, true, false, budget});
  return {code, out.str(), terminal.str()};
}

/// A call that is stopped for that reason on its first sign of progress.
inline Outcome StoppedFor(base::StopReason reason, const std::vector<std::string>& arguments) {
  base::Budget budget;
  return CallAndAct(
      arguments, [&] { budget.Stop(reason); }, &budget);
}

}  // namespace cpngen::testing
